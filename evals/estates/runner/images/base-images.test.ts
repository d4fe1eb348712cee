import { describe, expect, it } from '@jest/globals';
import type { ImageRecipe } from '../../image-recipe.ts';
import { baseImages, buildOrder } from './base-images.ts';

describe('baseImages', () => {
  it('finds what a Dockerfile starts from, without its own stages', () => {
    const text = `ARG BASE=debian
FROM --platform=linux/amd64 \${BASE} AS Build
from scratch
FROM node:24 as run
COPY --from=build /a /b
FROM build
`;
    expect(baseImages(text, { BASE: 'debian:bookworm-slim' })).toEqual(['debian:bookworm-slim', 'node:24']);
  });
});

describe('buildOrder', () => {
  const recipe = (tag: string): ImageRecipe => ({ tag, dockerfile: 'Dockerfile', files: [], buildArguments: {} });
  const bases: Readonly<Record<string, readonly string[]>> = { app: ['runtime'], runtime: ['debian'], odd: ['odd'] };
  const orderOf = (tags: readonly string[], wanted?: ReadonlySet<string>): readonly string[] =>
    buildOrder(tags.map(recipe), ({ tag }) => bases[tag] ?? [], wanted).map(({ tag }) => tag);

  it('builds first what others stand on', () => {
    expect(orderOf(['app', 'db', 'runtime', 'odd'])).toEqual(['runtime', 'app', 'db', 'odd']);
  });

  it('builds what is wanted with what it stands on, and no more', () => {
    expect(orderOf(['app', 'db', 'runtime'], new Set(['app']))).toEqual(['runtime', 'app']);
  });
});
