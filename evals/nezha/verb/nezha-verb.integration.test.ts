import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';
import { nezhaResultSchema } from './nezha-result.ts';

afterAll(() => {
  killCommands();
  removeTemporaryDirs();
});

const spanHeader = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration';
const startMs = Date.parse('2026-01-01T10:00:00Z');

/** Requests of `front`, which calls `orders` and then `prices`, one a second; each call has a client's and a server's span. */
function minute(fromMs: number, more: Readonly<Record<string, number>>): string {
  const rows = [spanHeader];
  for (let at = 0; at < 20; at += 1) {
    let nowMs = fromMs + at * 1_000;
    let spans = 0;
    const row = (id: string, parent: string, pod: string, name: string, from: number, to: number): void => {
      const cells = [
        `t${fromMs}x${at}`,
        id,
        parent,
        pod,
        name,
        `${from}000000`,
        `${to}000000`,
        `${(to - from) * 1_000}`,
      ];
      rows.push(cells.join(','));
    };
    const call = (component: string): void => {
      const id = `${++spans}`;
      const from = nowMs;
      nowMs += 2 + (more[`front>${component}`] ?? 0);
      const served = nowMs;
      nowMs += 5 + (at % 3) + (more[component] ?? 0);
      row(`s${id}`, `c${id}`, `${component}-5d4f7c9b8d-t2dbm`, `serve/${component}`, served, nowMs);
      nowMs += 1;
      row(`c${id}`, 'top', 'front-6b7c8d9f5c-x7wqz', `call/${component}`, from, nowMs);
    };
    const from = nowMs;
    nowMs += 3 + (more['front'] ?? 0);
    call('orders');
    call('prices');
    row('top', 'root', 'front-6b7c8d9f5c-x7wqz', 'serve/front', from, nowMs);
  }
  return `${rows.join('\n')}\n`;
}

const caseHeader = 'case,system,inject_time,inject_pod,inject_type,trace_file';

/** A folder with one slow component, one slow network, and one case of which no minute was kept. */
function faultFolder(): string {
  const folder = temporaryDir('faults');
  const write = (file: string, text: string): void => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const day = 'shop/2026-01-01';
  for (let at = 0; at < 4; at += 1) {
    write(`${day}/normal/09_0${at}_trace.csv`, minute(startMs - 3_600_000 + at * 60_000, {}));
  }
  write(`${day}/fault/one_trace.csv`, minute(startMs, { orders: 60 }));
  write(`${day}/fault/two_trace.csv`, minute(startMs + 600_000, { 'front>prices': 60 }));
  write(
    'cases.csv',
    [
      caseHeader,
      `one,shop,2026-01-01 10:00:00,orders-5d4f7c9b8d-t2dbm,cpu,${day}/fault/one_trace.csv`,
      `two,shop,2026-01-01 10:10:00,prices-5d4f7c9b8d-t2dbm,network_delay,${day}/fault/two_trace.csv`,
      'three,shop,2026-01-01 10:20:00,prices-5d4f7c9b8d-t2dbm,network_delay,',
      '',
    ].join('\n'),
  );
  return folder;
}

const nezha = (...words: readonly string[]): ReturnType<typeof startCommand>['ended'] =>
  startCommand(['eval', 'nezha', ...words]).ended;

describe('backlot eval nezha', () => {
  it('finds a slow component and a slow network, and says unknown where nothing was recorded', async () => {
    const folder = faultFolder();
    const { code, stdout } = await nezha(folder, '--output', 'json', '--quiet');
    const { cases, rows } = nezhaResultSchema.parse(JSON.parse(stdout));
    expect(code).toBe(0);
    expect(cases.map(({ id, answer, componentRank }) => [id, answer, componentRank])).toEqual([
      ['one', 'orders', 1],
      ['two', 'prices', 1],
      ['three', null, null],
    ]);
    expect(
      rows.map(({ faultType, cases: count, component, unknown }) => [faultType, count, component, unknown]),
    ).toEqual([
      ['cpu', 1, { top1: 1, top3: 1 }, 0],
      ['network_delay', 2, { top1: 1, top3: 1 }, 1],
    ]);
    expect(cases[1]?.selfTimeRank).toBeNull();
  }, 60_000);

  it('tells a person the same, with another list too', async () => {
    const folder = faultFolder();
    const other = join(temporaryDir('list'), 'other.csv');
    writeFileSync(
      other,
      `${caseHeader}\none,shop,2026-01-01 10:00:00,orders-5d4f7c9b8d-t2dbm,cpu,shop/2026-01-01/fault/one_trace.csv\n`,
    );
    const { code, stdout } = await nezha(folder, '--cases', other);
    expect(code).toBe(0);
    expect(stdout).toContain('1 of 1 answers name the component or an edge of it');
    expect(stdout).not.toContain('network_delay');
  }, 60_000);

  it('names the place and what is accepted where a list cannot be used', async () => {
    const folder = faultFolder();
    const list = join(folder, 'cases.csv');
    writeFileSync(list, `${caseHeader}\none,shop,yesterday,orders-5d4f7c9b8d-t2dbm,cpu,\n`);
    const badTime = await nezha(folder);
    expect(badTime.code).toBe(2);
    expect(badTime.stderr).toMatch(/cases\.csv, line 2.*inject_time/);
    writeFileSync(
      list,
      `${caseHeader}\none,shop,2026-01-01 10:00:00,orders-5d4f7c9b8d-t2dbm,cpu,shop/none_trace.csv\n`,
    );
    const noFile = await nezha(folder);
    expect({ code: noFile.code, isNamed: noFile.stderr.includes('none_trace.csv') }).toEqual({
      code: 2,
      isNamed: true,
    });
    writeFileSync(join(folder, 'cases.more.csv'), caseHeader);
    expect((await nezha(folder)).stderr).toContain('cases.csv, cases.more.csv');
    rmSync(list);
    rmSync(join(folder, 'cases.more.csv'));
    expect((await nezha(folder)).stderr).toContain('no list of cases');
  }, 60_000);
});
