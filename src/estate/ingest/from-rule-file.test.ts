import { describe, expect, it } from '@jest/globals';
import { readRuleFile } from '../../../connectors/prometheus/index.ts';
import { findingsOfRuleFile } from './from-rule-file.ts';

const text = `
groups:
- name: shop
  rules:
  - { alert: Slow, expr: latency > 1, for: 5m, labels: { severity: page }, annotations: { summary: x } }
  - { record: latency, expr: 'rate(m[5m])' }
`;

describe('findingsOfRuleFile', () => {
  it('declares the rules of a file, by its name and not by its folder', () => {
    const reading = readRuleFile(text, '/etc/rules/shop.yaml');
    const read = { place: '/etc/rules/shop.yaml', sha256: 'a'.repeat(64), changedMs: 7, ...reading };
    const findings = findingsOfRuleFile(read);
    expect(findings).toMatchObject({ asOfMs: 7, isComplete: true, sightings: [] });
    expect(findings.facts).toMatchObject([
      {
        attribute: 'alert-rules',
        method: 'declared',
        place: 'shop.yaml',
        value: [
          { group: 'shop', name: 'Slow', forMs: 300_000, labels: { severity: 'page' }, annotationNames: ['summary'] },
        ],
      },
      { attribute: 'recording-rules', method: 'declared', value: [{ group: 'shop', name: 'latency' }] },
    ]);
  });
});
