import { withoutCredentials } from '../redact.ts';
import { entry } from './entry.ts';

/** What can be wrong with a Docker engine. */
export const dockerErrors = {
  'docker-unreachable': entry<{ readonly address: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'No Docker engine answers at the configured address.',
    example: { address: 'unix:///var/run/docker.sock', reason: 'connect ENOENT /var/run/docker.sock' },
    message: ({ address, reason }) => withoutCredentials(`no Docker engine answers at ${address}: ${reason}`),
    remedy: () =>
      'Start the engine (`sudo systemctl start docker`), or install one: https://docs.docker.com/engine/install, or ' +
      '`sudo apt-get install docker.io` on Debian and Ubuntu. Another one is named with DOCKER_HOST or docker.host in ' +
      'backlot.yaml.',
  }),
  'docker-permission-denied': entry<{ readonly address: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'A Docker engine is there, but this user may not talk to it.',
    example: { address: 'unix:///var/run/docker.sock' },
    message: ({ address }) => `the Docker engine at ${withoutCredentials(address)} may not be used by this user`,
    remedy: () =>
      'Join the group that owns the socket (`sudo usermod -aG docker "$USER"`, then log in again), or run as a user who may.',
  }),
  'docker-too-old': entry<{ readonly found: string; readonly needed: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The Docker engine speaks an older API than is needed.',
    example: { found: '1.40', needed: '1.41' },
    message: ({ found, needed }) => `the Docker engine speaks API ${found}; needed is ${needed} or newer`,
    remedy: () => 'Install Docker Engine 20.10 or newer, or name another engine with DOCKER_HOST.',
  }),
  'docker-disk-full': entry<{ readonly action: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 507,
    when: 'The Docker engine has no disk space left.',
    example: { action: 'build image shop/cart:1', reason: 'no space left on device' },
    message: ({ action, reason }) => `the Docker engine is out of disk space while it was to ${action}: ${reason}`,
    remedy: () => 'Free space on the engine: `docker system df` shows what takes it, `docker system prune` frees it.',
  }),
  'docker-subnets-exhausted': entry<{ readonly action: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'The Docker engine has no subnet left for another network.',
    example: { action: 'create network shop_front' },
    message: ({ action }) => `the Docker engine has no free subnet left to ${action}`,
    remedy: () =>
      'Remove networks that nothing uses (`docker network prune`), take down an estate (`backlot estate shop down --name NAME`), or enlarge default-address-pools in /etc/docker/daemon.json.',
  }),
  'docker-port-taken': entry<{ readonly container: string; readonly port: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A host port that a container is to publish is in use.',
    example: { container: 'shop-gateway-1', port: '127.0.0.1:8080' },
    message: ({ container, port }) => `port ${port}, which ${container} is to publish, is in use on the engine's host`,
    remedy: () => 'Ask for another port, or leave the port out to be given a free one; `ss -ltnp` shows who holds it.',
  }),
  'docker-name-taken': entry<{ readonly kind: string; readonly name: string }>({
    category: 'operator',
    httpStatus: 409,
    when: 'A container, network or volume of that name exists and belongs to somebody else.',
    example: { kind: 'container', name: 'shop-cart-1' },
    message: ({ kind, name }) => `a ${kind} named ${name} exists on the engine and does not belong to this estate`,
    remedy: ({ kind, name }) =>
      `Give the estate another name with --name, or remove the ${kind} if nobody needs it: \`docker ${kind} rm ${name}\`.`,
  }),
  'docker-refused': entry<{ readonly action: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'The Docker engine refused a request for a reason that no other code covers.',
    example: { action: 'start container shop-cart-1', reason: 'OCI runtime create failed' },
    message: ({ action, reason }) => `the Docker engine refused to ${action}: ${reason}`,
    remedy: () => "Look at the engine's log (`journalctl -u docker`), mend what it names, and run the command again.",
  }),
} as const;
