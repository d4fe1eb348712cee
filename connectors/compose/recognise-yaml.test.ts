import { describe, expect, it } from '@jest/globals';
import { told } from '../../testing/compose-texts.ts';
import { looksLikeCompose } from './recognise-yaml.ts';

describe('looksLikeCompose', () => {
  it.each([
    'services:\n  a: { image: a }\n',
    'include: [a.yaml]\n',
    'version: "3"\nx-a: 1\nservices: { a: { build: . } }\n',
    'services: { a: !reset null, b: { ports: !override [1] } }\n',
  ])('knows %j', (text) => {
    expect(looksLikeCompose(text)).toBe(true);
  });

  it.each([
    ['a Kubernetes manifest', 'apiVersion: v1\nkind: Service\nmetadata: {}\n'],
    ['rules of Prometheus', 'groups:\n  - name: a\n    rules: []\n'],
    ['a configuration of Prometheus', 'global: {}\nscrape_configs: []\n'],
    ['a configuration of the OpenTelemetry collector', 'receivers: {}\nexporters: {}\nservice: { pipelines: {} }\n'],
    ['a pipeline', 'on: push\njobs: { a: { steps: [] } }\n'],
    ['a list', '- services\n'],
    ['a text', 'services\n'],
    ['nothing', '# services:\n'],
    ['a layer, which may be anything', 'volumes: {}\n'],
    ['volumes of something else', 'volumes: {}\nfoo: 1\n'],
    ['services of something else', 'services: { api: { url: x } }\nhosts: []\n'],
    ['no YAML', 'services: [\n'],
    ['bytes', 'services:\u0000\n'],
  ])('does not take %s for one', (_what, text) => {
    expect(looksLikeCompose(text)).toBe(false);
  });
});

describe('a file of another kind', () => {
  it('is called what it is', () => {
    expect(told('apiVersion: v1\nkind: Pod\n')).toEqual(['compose.yaml:1:1 : a Kubernetes manifest']);
    expect(told('web: { image: a }\ndb: { build: . }\n')).toEqual([
      expect.stringContaining('services at the top level, the form of Compose before version 2'),
    ]);
    expect(told('')).toEqual(['compose.yaml:1:1 : a file without content']);
    expect(told('- a\n')).toEqual(['compose.yaml:1:1 : a list']);
    expect(told('{{ template }}: x\n')).toEqual([expect.stringContaining('compose.yaml:1:')]);
  });
});
