/**
 * The single registry of everything that can go wrong in a way that a person can do something about.
 *
 * Each entry owns its words: what is wrong, what was found, what would be accepted (`message`), and what to do next
 * (`remedy`). `docs/errors.md` is generated from this file; a test holds the two to each other.
 */

/** Whose move it is: the person who typed, the machine it ran on, a system outside, or us. */
export type ErrorCategory = 'operator' | 'environment' | 'outside-system' | 'bug';

/**
 * Exit code of the process for each category. 1 is left to Node itself, so that a crash is never read as one of ours.
 */
export const exitCodeOfCategory: Readonly<Record<ErrorCategory, number>> = {
  operator: 2,
  environment: 3,
  'outside-system': 4,
  bug: 70,
};

/** Exit code after Ctrl-C or SIGTERM: 128 + SIGINT. */
export const interruptedExitCode = 130;

interface ErrorEntry<Details> {
  readonly category: ErrorCategory;
  /** Where the category's own exit code will not do. */
  readonly exitCode?: number;
  /** HTTP status where the error is answered over HTTP. */
  readonly httpStatus: number;
  /** One line for `docs/errors.md`: when this happens. */
  readonly when: string;
  readonly message: (details: Details) => string;
  readonly remedy: (details: Details) => string;
}

const entry = <Details>(value: ErrorEntry<Details>): ErrorEntry<Details> => value;

/** One mistake in a configuration file or environment variable. */
export interface ConfigProblem {
  /** Where: `backlot.yaml:3:5` or `environment variable BACKLOT_DATA_DIR`. */
  readonly place: string;
  readonly found: string;
  readonly accepted: string;
}

/** One thing in a compose file that is wrong or not understood. */
export interface ComposeProblem {
  /** Where: `compose.yaml:12:5`. */
  readonly place: string;
  /** The key, dotted from the top: `services.cart.build`; empty for the file as a whole. */
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

/** All registered errors by code. A code is a contract: it is never reused for another meaning. */
export const errorRegistry = {
  'config-invalid': entry<{ readonly problems: readonly ConfigProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file or an environment variable has one or more mistakes. All are listed at once.',
    message: ({ problems }) =>
      [
        problems.length === 1
          ? 'the configuration has a mistake:'
          : `the configuration has ${problems.length} mistakes:`,
        ...problems.map(({ place, found, accepted }) => `  ${place}: found ${found}; accepted: ${accepted}`),
      ].join('\n'),
    remedy: () => 'Correct each place named above; `backlot doctor` checks the configuration again.',
  }),
  'config-unreadable': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The configuration file was named but cannot be read.',
    message: ({ path, reason }) => `the configuration file ${path} cannot be read: ${reason}`,
    remedy: ({ path }) =>
      `Check that ${path} exists and that you may read it, or leave out --config to use the defaults.`,
  }),
  'usage-invalid': entry<{ readonly problem: string; readonly command: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A command, option or argument is unknown, missing or malformed.',
    message: ({ problem }) => problem,
    remedy: ({ command }) => `See \`${command} --help\` for what is accepted, with examples.`,
  }),
  'docker-unreachable': entry<{ readonly address: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'No Docker engine answers at the configured address.',
    message: ({ address, reason }) => `no Docker engine answers at ${address}: ${reason}`,
    remedy: () =>
      'Start the engine (`systemctl start docker` or `dockerd`), or name another one with DOCKER_HOST or docker.host in backlot.yaml; `backlot doctor` checks it.',
  }),
  'docker-permission-denied': entry<{ readonly address: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'A Docker engine is there, but this user may not talk to it.',
    message: ({ address }) => `the Docker engine at ${address} may not be used by this user`,
    remedy: () =>
      'Join the group that owns the socket (`sudo usermod -aG docker "$USER"`, then log in again), or run as a user who may.',
  }),
  'docker-too-old': entry<{ readonly found: string; readonly needed: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The Docker engine speaks an older API than is needed.',
    message: ({ found, needed }) => `the Docker engine speaks API ${found}; needed is ${needed} or newer`,
    remedy: () => 'Install Docker Engine 20.10 or newer, or name another engine with DOCKER_HOST.',
  }),
  'docker-disk-full': entry<{ readonly action: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 507,
    when: 'The Docker engine has no disk space left.',
    message: ({ action, reason }) => `the Docker engine is out of disk space while it was to ${action}: ${reason}`,
    remedy: () => 'Free space on the engine: `docker system df` shows what takes it, `docker system prune` frees it.',
  }),
  'docker-subnets-exhausted': entry<{ readonly action: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The Docker engine has no subnet left for another network.',
    message: ({ action }) => `the Docker engine has no free subnet left to ${action}`,
    remedy: () =>
      'Remove networks that nothing uses (`docker network prune`), take down an estate (`backlot estate shop down --name NAME`), or enlarge default-address-pools in /etc/docker/daemon.json.',
  }),
  'docker-port-taken': entry<{ readonly container: string; readonly port: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A host port that a container is to publish is in use.',
    message: ({ container, port }) => `port ${port}, which ${container} is to publish, is in use on the engine's host`,
    remedy: () => 'Ask for another port, or leave the port out to be given a free one; `ss -ltnp` shows who holds it.',
  }),
  'docker-name-taken': entry<{ readonly kind: string; readonly name: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A container, network or volume of that name exists and belongs to somebody else.',
    message: ({ kind, name }) => `a ${kind} named ${name} exists on the engine and does not belong to this estate`,
    remedy: ({ kind, name }) =>
      `Give the estate another name with --name, or remove the ${kind} if nobody needs it: \`docker ${kind} rm ${name}\`.`,
  }),
  'docker-refused': entry<{ readonly action: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'The Docker engine refused a request for a reason that no other code covers.',
    message: ({ action, reason }) => `the Docker engine refused to ${action}: ${reason}`,
    remedy: () => "Look at the engine's log (`journalctl -u docker`), mend what it names, and run the command again.",
  }),
  'compose-unreadable': entry<{ readonly path: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A compose file cannot be read.',
    message: ({ path, reason }) => `the compose file ${path} cannot be read: ${reason}`,
    remedy: ({ path }) => `Check that ${path} exists and that you may read it.`,
  }),
  'compose-invalid': entry<{ readonly problems: readonly ComposeProblem[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A compose file has mistakes, or says something that the runner of demo estates does not understand. All are listed at once.',
    message: ({ problems }) =>
      [
        problems.length === 1 ? 'the compose file has a problem:' : `the compose file has ${problems.length} problems:`,
        ...problems.map(
          ({ place, key, found, accepted }) =>
            `  ${place}: ${key === '' ? '' : `${key}: `}found ${found}; accepted: ${accepted}`,
        ),
      ].join('\n'),
    remedy: () => 'Correct each place named above; a variable is given with --set NAME=VALUE.',
  }),
  'compose-variable-unknown': entry<{ readonly name: string; readonly known: readonly string[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A variable was set that the compose file nowhere uses.',
    message: ({ name, known }) =>
      `the compose file uses no variable named ${name}; variables that it uses: ${known.join(', ') || 'none'}`,
    remedy: () => 'Set one of the variables named above with --set NAME=VALUE.',
  }),
  'base-image-missing': entry<{ readonly image: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'An image that others are built on is neither on the engine nor to be had from a registry.',
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
    message: ({ image, service, reason }) =>
      `service ${service} wants image ${image}, which is not on the engine and cannot be pulled: ${reason}`,
    remedy: () => 'Check the image name and tag; `docker images` lists what the engine has.',
  }),
  'image-build-failed': entry<{ readonly tag: string; readonly reason: string; readonly output: readonly string[] }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'The Docker engine could not build an image.',
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
    message: ({ found, accepted }) =>
      `the demo estate does not run on an engine of architecture ${found}; accepted: ${accepted.join(', ')}`,
    remedy: () => 'Name an engine of an accepted architecture with DOCKER_HOST.',
  }),
  'node-binary-unavailable': entry<{ readonly specifier: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The engine is of another platform than this machine, and Node for it could not be fetched from npm.',
    message: ({ specifier, reason }) => `Node for the engine (${specifier}) could not be fetched: ${reason}`,
    remedy: ({ specifier }) => `See why \`npm pack ${specifier}\` fails (network, registry, proxy), then try again.`,
  }),
  'service-bundle-failed': entry<{ readonly problems: readonly string[] }>({
    category: 'bug',
    httpStatus: 500,
    when: 'The services of the demo estate could not be bundled.',
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
    message: ({ estate, network }) => `network ${network} of estate ${estate} differs from what is asked now`,
    remedy: ({ estate }) =>
      `Take the estate down first: \`backlot estate shop down --name ${estate}\`, then bring it up again.`,
  }),
  'estate-unknown': entry<{ readonly name: string; readonly names: readonly string[] }>({
    category: 'operator',
    httpStatus: 404,
    when: 'A named estate is not up.',
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
    message: ({ name, object }) =>
      `estate ${name} is being changed by another process: ${object} appeared while it was to be made`,
    remedy: ({ name }) =>
      `Wait until the other one is done, then run the command again; \`backlot estate shop status --name ${name}\` shows the estate.`,
  }),
  'demo-running': entry<{ readonly shop: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'Another demo shows the same estate.',
    message: ({ shop }) => `estate ${shop} is up, and another program receives its telemetry: most likely another demo`,
    remedy: ({ shop }) => `End the other one, or show a second estate: \`backlot demo --name ${shop}-2\`.`,
  }),
  'estate-control-failed': entry<{ readonly service: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'A service of the demo estate does not answer where it is to be adjusted.',
    message: ({ service, reason }) => `service ${service} of the demo estate could not be adjusted: ${reason}`,
    remedy: () =>
      'See whether it is healthy: `backlot estate shop status`; `backlot estate shop up` mends what stopped.',
  }),
  'telemetry-malformed': entry<{ readonly place: string; readonly problem: string }>({
    category: 'outside-system',
    httpStatus: 400,
    when: 'Telemetry was sent that is not as its protocol says.',
    message: ({ place, problem }) => `telemetry at ${place} is malformed: ${problem}`,
    remedy: () => 'Let the sender export OTLP over HTTP as JSON (OTEL_EXPORTER_OTLP_PROTOCOL=http/json).',
  }),
  'port-taken': entry<{ readonly host: string; readonly port: number }>({
    category: 'environment',
    httpStatus: 503,
    when: 'A port that is to be listened on is in use.',
    message: ({ host, port }) => `port ${port} on ${host} is in use by another program`,
    remedy: ({ port }) =>
      `End that program (\`ss -ltnp 'sport = :${port}'\` shows it), or name another port with telemetry.port in backlot.yaml or BACKLOT_TELEMETRY_PORT.`,
  }),
  'address-unavailable': entry<{ readonly host: string; readonly port: number; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'An address or port cannot be listened on.',
    message: ({ host, port, reason }) => `cannot listen on ${host}, port ${port}: ${reason}`,
    remedy: () => 'Name a port above 1023 with telemetry.port in backlot.yaml or BACKLOT_TELEMETRY_PORT.',
  }),
  interrupted: entry<{ readonly what: string }>({
    category: 'operator',
    exitCode: interruptedExitCode,
    httpStatus: 499,
    when: 'Ctrl-C or SIGTERM ended the work before it was done.',
    message: ({ what }) => `${what} was interrupted`,
    remedy: () => 'Run the same command again: it goes on from what is there.',
  }),
  'data-dir-not-directory': entry<{ readonly path: string; readonly found: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory, or something on the way to it, is a file or another thing that is not a directory.',
    message: ({ path, found }) => `the data directory ${path} cannot be used: ${found} is not a directory`,
    remedy: () => 'Name a directory with --data-dir, or move away what is in its place.',
  }),
  'data-dir-not-ours': entry<{ readonly path: string; readonly found: readonly string[] }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory holds something and was not made by Backlot, so it is left alone.',
    message: ({ path, found }) =>
      `the data directory ${path} was not made by Backlot: it has no backlot.json and holds ${found.join(', ')}`,
    remedy: () => 'Name an empty directory, or one that does not exist yet, with --data-dir.',
  }),
  'data-dir-not-writable': entry<{ readonly path: string; readonly user: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The data directory may not be read or written by the user that Backlot runs as.',
    message: ({ path, user, reason }) => `the data directory ${path} cannot be written by user ${user}: ${reason}`,
    remedy: ({ path, user }) =>
      `Run \`ls -ld ${path}\` to see whose it is; give it to ${user}, or name another with --data-dir.`,
  }),
  'data-dir-not-traversable': entry<{ readonly path: string; readonly blockedAt: string; readonly user: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'Backlot runs as root, PostgreSQL as an unprivileged user, and that user may not pass through a directory.',
    message: ({ path, blockedAt, user }) =>
      `PostgreSQL cannot run as root; it runs as user ${user}, who may not pass through ${blockedAt} to ${path}`,
    remedy: ({ blockedAt }) =>
      `Name a directory that every user can reach, such as --data-dir /var/lib/backlot, or run \`chmod o+x ${blockedAt}\`.`,
  }),
  'data-dir-newer': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory was written by a newer version of Backlot or of PostgreSQL.',
    message: ({ path, found, accepted }) =>
      `the data directory ${path} is from a newer version of Backlot: found ${found}; accepted: ${accepted}`,
    remedy: () => 'Use the newer version of Backlot with it, or name another directory with --data-dir.',
  }),
  'data-dir-older': entry<{ readonly path: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The data directory was written by an older major version of PostgreSQL than this Backlot brings.',
    message: ({ path, found, accepted }) =>
      `the data directory ${path} is from an older PostgreSQL: found ${found}; accepted: ${accepted}`,
    remedy: () =>
      'Dump it with the version of Backlot that made it (pg_dump), restore the dump into a new --data-dir, ' +
      'or name another directory.',
  }),
  'data-dir-damaged': entry<{ readonly path: string; readonly problem: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'A file that Backlot keeps in its data directory is missing or cannot be understood.',
    message: ({ path, problem }) => `the data directory ${path} is damaged: ${problem}`,
    remedy: () => 'Restore the directory from a backup, or name another with --data-dir.',
  }),
  'data-dir-path-unusable': entry<{ readonly path: string; readonly problem: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The path of the data directory is too long for PostgreSQL or holds control characters.',
    message: ({ path, problem }) => `the path of the data directory ${JSON.stringify(path)} cannot be used: ${problem}`,
    remedy: () => 'Name a shorter, plain path with --data-dir.',
  }),
  'disk-full': entry<{ readonly place: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 507,
    when: 'There is no space left where Backlot or its database writes.',
    message: ({ place, reason }) => `no space is left for ${place}: ${reason}`,
    remedy: () => 'Free some space (a new data directory needs about 100 MB), or use a --data-dir on another disk.',
  }),
  'postgres-binaries-unusable': entry<{ readonly platform: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The PostgreSQL that comes with Backlot is missing for this platform, or does not run on it.',
    message: ({ platform, reason }) =>
      `the PostgreSQL that comes with Backlot does not run here (${platform}): ${reason}`,
    remedy: () =>
      'Install again with `npm ci --include=optional`, or set DATABASE_URL to a PostgreSQL server of your own.',
  }),
  'postgres-not-starting': entry<{ readonly path: string; readonly lastLines: readonly string[] }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The embedded PostgreSQL could not be initialised, started or reached.',
    message: ({ path, lastLines }) =>
      [`PostgreSQL does not start in ${path}; it last said:`, ...lastLines.map((line) => `  ${line}`)].join('\n'),
    remedy: () =>
      'Correct what the lines above name and run the command again; `backlot doctor` shows what is there. ' +
      'DATABASE_URL can point at another PostgreSQL meanwhile.',
  }),
  'postgres-port-unavailable': entry<{ readonly reason: string }>({
    category: 'environment',
    httpStatus: 500,
    when: 'The embedded PostgreSQL finds no port to listen on at 127.0.0.1.',
    message: ({ reason }) => `PostgreSQL cannot listen on 127.0.0.1: ${reason}`,
    remedy: () => 'Check that the loopback interface is up and that free ports are left (`ss -ltn`), then try again.',
  }),
  'database-url-invalid': entry<{ readonly problem: string }>({
    category: 'operator',
    httpStatus: 500,
    when: 'The database URL is not one. Its text is never printed: it may hold a password.',
    message: ({ problem }) => `the database URL (DATABASE_URL or database.url) cannot be used: ${problem}`,
    remedy: () => 'Write it as postgresql://user:password@host:5432/database, special characters percent-encoded.',
  }),
  'database-unreachable': entry<{ readonly target: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 503,
    when: 'The database server does not answer, or the connection to it broke.',
    message: ({ target, reason }) => `the database at ${target} cannot be reached: ${reason}`,
    remedy: () =>
      'Check that the server runs and that host and port are right, then run the command again. ' +
      'Without DATABASE_URL Backlot uses a PostgreSQL of its own.',
  }),
  'database-login-refused': entry<{ readonly target: string; readonly user: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server refuses the user or the password.',
    message: ({ target, user, reason }) => `the database at ${target} refuses user ${user}: ${reason}`,
    remedy: () => 'Correct user and password in DATABASE_URL; a special character in either must be percent-encoded.',
  }),
  'database-missing': entry<{ readonly target: string; readonly database: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server has no database of the given name.',
    message: ({ target, database }) => `the server at ${target} has no database ${JSON.stringify(database)}`,
    remedy: ({ database }) =>
      `Create it with \`createdb ${database}\`, or correct the name at the end of DATABASE_URL.`,
  }),
  'database-too-old': entry<{ readonly target: string; readonly found: string; readonly minimum: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database server is older than the oldest PostgreSQL that Backlot works with.',
    message: ({ target, found, minimum }) =>
      `the server at ${target} is PostgreSQL ${found}; accepted: ${minimum} or newer`,
    remedy: () => 'Use a newer server, or leave out DATABASE_URL to use the PostgreSQL that comes with Backlot.',
  }),
  'database-privilege-missing': entry<{ readonly target: string; readonly user: string; readonly reason: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The database user may not create or use what Backlot keeps there.',
    message: ({ target, user, reason }) => `user ${user} lacks a right in the database at ${target}: ${reason}`,
    remedy: ({ user }) =>
      `As the owner of the database run: GRANT CREATE, CONNECT ON DATABASE <database> TO "${user}";`,
  }),
  'database-refused': entry<{ readonly sqlState: string; readonly reason: string; readonly constraint?: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'The database refused a statement of ours. Callers that expect it match its SQLSTATE.',
    message: ({ sqlState, reason }) => `the database refused a statement (SQLSTATE ${sqlState}): ${reason}`,
    remedy: () => 'Run the command again with BACKLOT_LOG_LEVEL=debug and report what it prints: this is a defect.',
  }),
  'database-schema-newer': entry<{ readonly target: string; readonly found: string; readonly accepted: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'The tables in the database were made by a newer version of Backlot.',
    message: ({ target, found, accepted }) =>
      `the tables in ${target} are from a newer version of Backlot: found migration ${found}; accepted: up to ${accepted}`,
    remedy: () => 'Use the newer version of Backlot with this database: tables are never migrated backwards.',
  }),
  'database-schema-altered': entry<{ readonly target: string; readonly migration: string }>({
    category: 'operator',
    httpStatus: 503,
    when: 'A migration that was applied to the database is not the one that this version of Backlot has.',
    message: ({ target, migration }) =>
      `the tables in ${target} do not fit: migration ${migration} was applied with another text than this version has`,
    remedy: () => 'Use the version of Backlot that made the tables, or restore the database from a backup.',
  }),
  'durable-engine-not-starting': entry<{ readonly target: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 503,
    when: 'The engine for durable workflows cannot be launched on the database.',
    message: ({ target, reason }) => `durable workflows cannot be started on the database at ${target}: ${reason}`,
    remedy: () =>
      'Check that the database user may create schemas and that the server takes connections, then run it again.',
  }),
  'internal-fault': entry<{ readonly reason: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'Something failed that no other code covers. It is a defect of ours.',
    message: ({ reason }) => `an unexpected failure: ${reason}`,
    remedy: () => 'Run the command again with BACKLOT_LOG_LEVEL=debug and report what it prints: this is a defect.',
  }),
} as const;

/** The code of a registered error. */
export type ErrorCode = keyof typeof errorRegistry;

/** What an error of this code must be told. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorRegistry)[Code]['message']>[0];

/** A failure with a registered code, and so with a message, a remedy and an exit code. */
export class RegisteredError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly category: ErrorCategory;
  readonly remedy: string;
  readonly exitCode: number;

  /**
   * @param code - Which entry of the registry this is.
   * @param details - What the entry's message and remedy speak of.
   * @param options - `cause`, where another error led here.
   */
  constructor(code: Code, details: ErrorDetails<Code>, options?: ErrorOptions) {
    // The registry's type ties details to code; TypeScript cannot follow that through an indexed union.
    const registered = errorRegistry[code] as ErrorEntry<ErrorDetails<Code>>;
    super(registered.message(details), options);
    this.name = 'RegisteredError';
    this.code = code;
    this.details = details;
    this.category = registered.category;
    this.remedy = registered.remedy(details);
    this.exitCode = registered.exitCode ?? exitCodeOfCategory[registered.category];
  }
}

/**
 * Turns whatever was thrown into a registered error; what is not one already is an `internal-fault`.
 *
 * @param thrown - Anything caught.
 */
export function asRegisteredError(thrown: unknown): RegisteredError {
  if (thrown instanceof RegisteredError) return thrown as RegisteredError;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new RegisteredError('internal-fault', { reason }, { cause: thrown });
}
