import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** Under these names systems install Chromium, or a browser that is one. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];

const folders = (process.env['PATH'] ?? '').split(delimiter);

/** The machine's own Chromium; undefined where it has none. */
export const chromiumPath: string | undefined = folders
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

/** Starts it without a window; the caller closes it. */
export function startBrowser(): Promise<Browser> {
  const executablePath = chromiumPath;
  // Chromium's own sandbox refuses to start as root, as which containers and build machines run tests.
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ['--no-sandbox'] });
}
