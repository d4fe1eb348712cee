import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../shared/data', import.meta.url));

/** Published real input data that stands beside the repository, where it does; it is never copied into it. */
export const sharedData: string | undefined = existsSync(path) ? path : undefined;
