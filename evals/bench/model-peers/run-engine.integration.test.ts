import { describe, expect, it } from '@jest/globals';
import { compileCpp } from './compile-cpp.ts';
import type { Engine } from './engine.ts';
import { findSimpy } from './find-simpy.ts';
import { runBounded } from './run-bounded.ts';
import { pinnedProcessor, runEngine } from './run-engine.ts';

/** A program in place of an engine; what it is given follows at `process.argv[1]`. */
const program = (text: string): Engine => ({
  name: 'made',
  madeBy: 'this test',
  file: process.execPath,
  args: ['--eval', text],
});

const printing = (line: string): Engine => program(`console.log(${JSON.stringify(line)})`);

const size = { requests: 10, seed: 3 };

describe('runBounded', () => {
  it('kills what takes too long, and says so', async () => {
    const ended = await runBounded(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], 300);
    expect(ended).toEqual({ ok: false, reason: `${process.execPath} was killed after 0.3 s` });
  });

  it('says what is not there', async () => {
    expect(await runBounded('no-such-program', [], 1_000)).toEqual({
      ok: false,
      reason: 'no-such-program is not there',
    });
  });

  it('gives the last line of what a program complained of', async () => {
    const text = 'console.error("first\\nthe cause\\n"); process.exit(1)';
    expect(await runBounded(process.execPath, ['--eval', text], 10_000)).toEqual({ ok: false, reason: 'the cause' });
  });
});

describe('runEngine', () => {
  it('passes on requests and seed, and takes rates by processor time', async () => {
    const engine = program(
      'const [, requests, seed] = process.argv; console.log(JSON.stringify({ requests: +requests, wallS: 4, cpuS: 2, meanResponse: +seed }))',
    );
    expect(await runEngine(engine, size, undefined)).toEqual({
      requests: 10,
      requestsPerSecond: 5,
      processorRatio: 0.5,
      meanResponseMs: 3_000,
    });
  });

  it('keeps the engine to one processor where it can be kept', async () => {
    const processor = await pinnedProcessor();
    const text = `const { availableParallelism } = require('node:os');
      console.log(JSON.stringify({ requests: 10, wallS: 1, cpuS: 1, meanResponse: availableParallelism() }))`;
    const { meanResponseMs } = await runEngine(program(text), size, processor);
    // The engine tells by its "response" how many processors it sees.
    if (processor !== undefined) expect(meanResponseMs).toBe(1_000);
    else expect(meanResponseMs).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['nothing', ''],
    ['words', 'all went well'],
    ['fewer requests than it was to simulate', '{"requests":9,"wallS":1,"cpuS":1,"meanResponse":4}'],
    ['a time that was not measured', '{"requests":10,"wallS":1,"cpuS":0,"meanResponse":4}'],
    ['a response that is no number', '{"requests":10,"wallS":1,"cpuS":1,"meanResponse":null}'],
  ])('refuses %s', async (_, line) => {
    await expect(runEngine(printing(line), size, undefined)).rejects.toMatchObject({
      code: 'internal-fault',
      message: expect.stringContaining('made was to print a line on 10 requests'),
    });
  });

  it('says why an engine failed', async () => {
    const engine = program('console.error("no memory left"); process.exit(1)');
    await expect(runEngine(engine, size, undefined)).rejects.toMatchObject({
      code: 'internal-fault',
      message: expect.stringContaining('made: no memory left'),
    });
  });
});

describe('peers that cannot be had', () => {
  it('are absent with what to do, and nothing is said of their speed', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nonexistent';
    try {
      expect(await compileCpp('/nonexistent')).toEqual({
        name: 'C++',
        reason: 'g++ is not there',
        remedy: expect.stringContaining('apt-get install g++'),
      });
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('are absent where an environment cannot be made for them', async () => {
    const simpy = await findSimpy('/dev/null/no-folder');
    // A machine that has SimPy needs none.
    if ('file' in simpy) expect(simpy.madeBy).toMatch(/^SimPy \d+\.\d+.*, Python 3/);
    else expect(simpy).toMatchObject({ name: 'SimPy', remedy: expect.stringContaining('python3-simpy3') });
  });
});
