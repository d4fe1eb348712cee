import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { itWhere } from '../../testing/it-where.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import { looksLikeRuleFile, readRuleFile } from './rule-file.ts';

const shared = new URL('../../../shared/data/kube-prometheus/manifests/', import.meta.url).pathname;

const own = `
groups:
  - name: shop
    interval: 30s
    labels: { team: cart, severity: info }
    rules:
      - alert: Slow
        expr: up == 0
        for: 1h30m
        labels: { severity: page, level: 3 }
        annotations: { summary: it is slow, runbook_url: https://x.example }
        surprise: yes
      - record: a:b
        expr: sum(up)
`;

describe('readRuleFile', () => {
  it('reads groups, durations, labels of group and rule, and says which keys it does not know', () => {
    const { ruleGroups, coverage } = readRuleFile(own, 'rules.yaml');
    expect(ruleGroups).toEqual([
      {
        name: 'shop',
        file: 'rules.yaml',
        intervalMs: 30_000,
        rules: [
          {
            kind: 'alert',
            name: 'Slow',
            expression: 'up == 0',
            forMs: 5_400_000,
            keepFiringForMs: 0,
            labels: { team: 'cart', severity: 'page', level: '3' },
            annotationNames: ['runbook_url', 'summary'],
            state: undefined,
            activeAlerts: undefined,
          },
          { kind: 'recording', name: 'a:b', expression: 'sum(up)', labels: { team: 'cart', severity: 'info' } },
        ],
      },
    ]);
    expect(coverage).toEqual({
      read: { groups: 1, rules: 2 },
      notUnderstood: [{ what: 'groups.*.surprise', place: expect.stringContaining('rules.yaml') as unknown, count: 1 }],
    });
  });

  it.each([
    ['no groups', 'a: 1', /^rules\.yaml:1:1 /],
    ['a rule without expression', 'groups: [{name: x, rules: [{alert: A}]}]', /expected|invalid/i],
    ['a rule that is neither', 'groups: [{name: x, rules: [{expr: up}]}]', /either alert or record/],
    ['a duration that is none', 'groups:\n- name: x\n  interval: soon', /rules\.yaml:3:13 .*30s/],
    ['no YAML', 'groups: [', /rules\.yaml:\d+:\d+/],
  ])('refuses %s, and says where', (_what, text, message) => {
    const read = () => readRuleFile(text, 'rules.yaml');
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ code: 'rule-file-malformed' }));
  });

  it('ends in a registered error or in groups, whatever the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `groups: [${json}]`),
        ),
        (text) => {
          try {
            readRuleFile(text, 'x');
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(RegisteredError);
          }
        },
      ),
    );
  });

  itWhere(existsSync(shared), 'no shared data')('reads every PrometheusRule of kube-prometheus, whole', () => {
    const files = globSync('*-prometheusRule.yaml', { cwd: shared });
    expect(files.length).toBeGreaterThan(5);
    const read = files.map((file) => {
      const text = readFileSync(`${shared}${file}`, 'utf8');
      const reading = readRuleFile(text, file);
      const rules = reading.ruleGroups.flatMap((group) => group.rules);
      expect(rules.filter(({ kind }) => kind === 'alert')).toHaveLength(text.match(/^ {4}- alert: /gm)?.length ?? 0);
      expect(rules.filter(({ kind }) => kind === 'recording')).toHaveLength(text.match(/^ {6}record: /gm)?.length ?? 0);
      return reading;
    });
    expect(read.flatMap(({ coverage }) => coverage.notUnderstood)).toEqual([]);
    const alerts = read.flatMap(({ ruleGroups }) => ruleGroups.flatMap(({ rules }) => rules));
    expect(alerts.find(({ name }) => name === 'AlertmanagerFailedReload')).toMatchObject({
      forMs: 600_000,
      labels: { severity: 'critical' },
      annotationNames: ['description', 'runbook_url', 'summary'],
    });
  });
});

describe('looksLikeRuleFile', () => {
  it('tells files of rules from compose files and other manifests', () => {
    for (const text of [
      'groups:\n- name: a',
      '# ours\ngroups: []',
      'apiVersion: v1\nkind: PrometheusRule\n',
      '{"groups": []}',
    ])
      expect([text, looksLikeRuleFile(text)]).toEqual([text, true]);
    for (const text of [
      'services:\n  groups:\n    image: a',
      'kind: PrometheusRuleList2\n',
      '{"a": {"groups": 1}}',
      '',
    ])
      expect([text, looksLikeRuleFile(text)]).toEqual([text, false]);
  });
});
