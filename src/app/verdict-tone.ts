import type { Verdict } from '../../twin/index.ts';
import type { Tone } from './document.ts';

/** How each verdict is to be taken. */
export const verdictTone: Readonly<Record<Verdict, Tone>> = {
  pass: 'good',
  latent: 'warn',
  warn: 'warn',
  'never-completes': 'bad',
  block: 'bad',
  unknown: 'quiet',
};
