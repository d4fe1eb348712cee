import { describe, expect, it } from '@jest/globals';
import { readCompose } from './compose/index.ts';
import type { ComposeFile, ComposeService } from './compose/index.ts';
import { containerSpec, serviceHash } from './container-spec.ts';

const estate = { kind: 'shop', name: 'two' };

function read(text: string): { readonly file: ComposeFile; readonly service: ComposeService } {
  const file = readCompose({ path: '/demo/compose.yaml', text }, {});
  const service = file.services['app'];
  if (service === undefined) throw new Error('the test file has a service named app');
  return { file, service };
}

describe('containerSpec', () => {
  it('asks for no more than the file says', () => {
    const { file, service } = read('services: { app: { image: app } }');
    const spec = containerSpec(estate, file, service, 1, 'sha256:1');
    expect(Object.keys(spec).sort()).toEqual(
      ['Env', 'ExposedPorts', 'HostConfig', 'Image', 'Labels', 'NetworkingConfig'].sort(),
    );
    expect(spec.HostConfig).toEqual({
      RestartPolicy: { Name: 'no' },
      PortBindings: {},
      Mounts: [],
      ExtraHosts: [],
      Tmpfs: {},
      ReadonlyRootfs: false,
      CapDrop: [],
      NetworkMode: 'two_default',
    });
  });

  it("speaks the engine's units, and labels as Compose does", () => {
    const { file, service } = read(`
services:
  app:
    image: app
    healthcheck: { test: [CMD, 'true'], interval: 1500ms, retries: 2 }
    deploy: { resources: { limits: { cpus: 0.25, memory: 64m } } }
    depends_on: { other: { condition: service_started } }
    ports: ['127.0.0.1::80', '8080:80']
    volumes: ['data:/data']
    stop_grace_period: 1500ms
    tmpfs: [/tmp, '/run:size=1m']
    networks: [front, back]
  other: { image: other }
networks: { front: {}, back: {} }
volumes: { data: {} }
`);
    const spec = containerSpec(estate, file, service, 3, 'sha256:1');
    expect(spec).toMatchObject({
      StopTimeout: 2,
      ExposedPorts: { '80/tcp': {} },
      Healthcheck: { Test: ['CMD', 'true'], Interval: 1_500_000_000, Retries: 2 },
      HostConfig: {
        NanoCpus: 250_000_000,
        Memory: 67_108_864,
        Mounts: [{ Type: 'volume', Source: 'two_data', Target: '/data', ReadOnly: false }],
        Tmpfs: { '/tmp': '', '/run': 'size=1m' },
        NetworkMode: 'two_front',
      },
      NetworkingConfig: { EndpointsConfig: { two_front: { Aliases: ['app', 'two-app-3'] } } },
      Labels: {
        'com.docker.compose.project': 'two',
        'com.docker.compose.service': 'app',
        'com.docker.compose.container-number': '3',
        'com.docker.compose.oneoff': 'False',
        'com.docker.compose.image': 'sha256:1',
        'com.docker.compose.depends_on': 'other:service_started:false',
        'com.docker.compose.project.config_files': '/demo/compose.yaml',
        'com.docker.compose.project.working_dir': '/demo',
        'dev.backlot.estate': 'shop',
      },
    });
    expect(spec.HostConfig.PortBindings).toEqual({
      '80/tcp': [
        { HostIp: '127.0.0.1', HostPort: '' },
        { HostIp: '', HostPort: '8080' },
      ],
    });
  });

  it('does not let a label of the file pass for one of ours', () => {
    const { file, service } = read(`services: { app: { image: app, labels: { dev.backlot.estate: other } } }`);
    expect(containerSpec(estate, file, service, 1, 'x').Labels['dev.backlot.estate']).toBe('shop');
  });
});

describe('serviceHash', () => {
  const hashOf = (text: string): string => serviceHash(estate, read(text).service);
  const plain = hashOf('services: { app: { image: app, environment: { A: 1, B: 2 } } }');

  it('stays the same whatever does not change a container', () => {
    expect(hashOf('services: { app: { environment: { B: 2, A: 1 }, image: app, deploy: { replicas: 3 } } }')).toBe(
      plain,
    );
  });

  it.each([
    ['a value', 'services: { app: { image: app, environment: { A: 1, B: 3 } } }'],
    [
      'a limit',
      'services: { app: { image: app, environment: { A: 1, B: 2 }, deploy: { resources: { limits: { cpus: 1 } } } } }',
    ],
    ['the tag', 'services: { app: { image: app:2, environment: { A: 1, B: 2 } } }'],
  ])('changes with %s', (_what, text) => {
    expect(hashOf(text)).not.toBe(plain);
  });

  it('differs between estates', () => {
    const { service } = read('services: { app: { image: app, environment: { A: 1, B: 2 } } }');
    expect(serviceHash({ ...estate, name: 'three' }, service)).not.toBe(plain);
  });
});
