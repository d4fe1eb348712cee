import { holdsToken, withoutSecrets } from '../../kernel/index.ts';

/** How much of a name from outside is looked at; what is longer is cut before anything reads it. */
const longestName = 512;

/** How much of a folded name is kept. */
const longestFolded = 160;

/** A path with more segments is cut: deeper is data, not structure. */
const mostSegments = 12;

const parameter = '{id}';

/** Longer words may be tokens. */
const longestPlain = 39;

const wholeSegment: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, // a UUID
  /^[+-]?\d+(?:[.,:x_-]\d+)*$/, // a number, date, time, version, size or coordinate
  /^(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{6,}$/i, // hexadecimal with a digit in it
  /^\d{4}-\d\d-\d\dT[\d:.,+-]+Z?$/i, // an instant
  /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/, // an e-mail address
  /^[\w~=+-]{40,}$/, // a token without digits, too long for a word
];

/** Digits inside a word end it: `order-1234`, `user_42`, but not `v1`, `oauth2`, `s3`, `log4j`. */
const numberInWord = /(?<=[a-z])[-_.:]\d+(?=$|[-_.:])|\d{4,}/gi;

/** How a route writes a parameter: `{id}`, `:id`, `<int:id>`, `[id]`, `*`. */
const routeParameter = /^(?:\{.*\}|:[A-Za-z_]\w*|<.*>|\[.*\]|\*+)$/;

/** What most segments are, told without a regular expression: a word of letters, or a number. */
function plainSegment(segment: string): string | undefined {
  if (segment.length > longestPlain) return undefined;
  let digits = 0;
  for (let index = 0; index < segment.length; index += 1) {
    const code = segment.charCodeAt(index);
    if (code >= 48 && code <= 57) digits += 1;
    else if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 45 || code === 95))
      return undefined;
  }
  if (digits === 0) return segment;
  return digits === segment.length ? parameter : undefined;
}

/** Text without the escapes of a URL; undefined where they are none. */
function unescaped(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is a value and no name: a number, an id, a token, or what somebody typed and a program escaped. */
function isValue(segment: string): boolean {
  const text = unescaped(segment);
  if (text === undefined || (text !== segment && /[^\w.~-]/.test(text))) return true;
  return wholeSegment.some((pattern) => pattern.test(text)) || holdsToken(text);
}

function foldSegment(segment: string): string {
  const plain = plainSegment(segment);
  if (plain !== undefined) return plain;
  if (routeParameter.test(segment)) return segment;
  const [bare = '', ...matrix] = segment.split(';');
  if (matrix.length > 0 && bare !== '') return foldSegment(bare);
  if (isValue(segment)) return parameter;
  const text = unescaped(segment) ?? segment;
  const [, name] = /^([\w.~-]+)=./.exec(text) ?? [];
  if (name !== undefined) return `${name}=${parameter}`;
  return text.replaceAll(numberInWord, (found) => (/^\d/.test(found) ? parameter : `${found.charAt(0)}${parameter}`));
}

/**
 * The path of a URL with what looks like a value folded to `{id}`: numbers, UUIDs, hexadecimal, dates, e-mail addresses,
 * long tokens. Scheme, host, query and fragment go.
 *
 * @param url - A whole URL, a path, or a path with a query.
 */
export function foldPath(url: string): string {
  const path = pathOf(url.length > longestName ? url.slice(0, longestName) : url);
  let folded = '';
  let segments = 0;
  for (let from = path.startsWith('/') ? 1 : 0; from <= path.length; segments += 1) {
    const slash = path.indexOf('/', from);
    const to = slash === -1 ? path.length : slash;
    if (segments === mostSegments) {
      folded += '/**';
      break;
    }
    folded += `/${foldSegment(path.slice(from, to))}`;
    from = to + 1;
  }
  return folded === '' ? '/' : folded.slice(0, longestFolded);
}

/** What stands between host and query; user and password of an address go with its host. */
function pathOf(url: string): string {
  let from = 0;
  if (!url.startsWith('/')) {
    const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0].length ?? 0;
    if (scheme > 0) {
      const path = url.indexOf('/', scheme);
      const end = endOfPath(url, scheme);
      from = path === -1 || path > end ? end : path;
    }
  }
  return url.slice(from, endOfPath(url, from));
}

function endOfPath(url: string, from: number): number {
  const query = url.indexOf('?', from);
  const fragment = url.indexOf('#', from);
  if (query === -1 && fragment === -1) return url.length;
  return query === -1 ? fragment : fragment === -1 ? query : Math.min(query, fragment);
}

const sqlVerb =
  /^\s*(?:\/\*.*?\*\/\s*)*(select|insert|update|delete|merge|replace|upsert|truncate|call|begin|start|commit|rollback|create|alter|drop|with|set|show|lock|copy|savepoint|release|explain|prepare|execute|vacuum|analyze)\b/is;

const sqlTarget =
  /\b(?:from|into|update|join|table|call)\s+(?:only\s+)?([`"[]?[a-z_][\w$]*(?:[`"\]]?\.[`"[]?[a-z_][\w$]*)*)/i;

/**
 * The verb and first table of an SQL statement, as OpenTelemetry's query summary has it: `SELECT orders`. Literals,
 * conditions and columns go. Undefined for what is no SQL.
 *
 * @param statement - The statement; only its beginning is read.
 */
export function foldSql(statement: string): string | undefined {
  const begin = statement.slice(0, longestName);
  const verb = sqlVerb.exec(begin)?.[1]?.toUpperCase();
  if (verb === undefined) return undefined;
  const table = sqlTarget.exec(begin)?.[1]?.replaceAll(/[`"[\]]/g, '');
  const summary = table === undefined ? verb : `${verb} ${foldWord(table)}`;
  return summary.slice(0, longestFolded);
}

/** Partitions of a table are one table. */
function foldWord(word: string): string {
  return word.replaceAll(/\d{2,}/g, parameter).replaceAll(/_\{id\}(?:_\{id\})+/g, `_${parameter}`);
}

/**
 * Any operation name with what looks like a value folded. A path in it is folded as a path, SQL as SQL, quoted text
 * goes, and each word is folded as a segment is.
 *
 * @param name - The name of a span.
 */
export function foldName(name: string): string {
  const cut = withoutSecrets(name.slice(0, longestName));
  const sql = / \S+ | ['"(=]|=/.test(cut) ? foldSql(cut) : undefined;
  if (sql !== undefined) return sql;
  return cut
    .replaceAll(/'[^']*'|"[^"]*"/g, parameter)
    .split(/\s+/)
    .map((word) =>
      /^(?:[a-z][a-z0-9+.-]*:\/)?\/./i.test(word) ? foldPath(word) : word.split('/').map(foldSegment).join('/'),
    )
    .join(' ')
    .trim()
    .slice(0, longestFolded);
}

/**
 * The name of a queue, topic or subject with what looks like a value folded: each sender's own inbox is one destination.
 *
 * @param name - As the sender gave it; an address counts without credentials and query.
 */
export function foldDestination(name: string): string {
  return withoutSecrets(name.slice(0, longestName))
    .split(/(?<=[./:])|(?=[./:])/)
    .map((part) => (plainSegment(part) === undefined && isValue(part) ? parameter : part))
    .join('')
    .slice(0, longestFolded);
}
