import { z } from 'zod';

/** Longer ones are no names, and fill messages and tables. */
const longest = 200;

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** What a lookup in a plain object would find without anybody having put it there. */
const ofEveryObject: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

const isName = (text: string): boolean =>
  text !== '' && text.length <= longest && text.trim() === text && !control.test(text) && !ofEveryObject.has(text);

const accepted = `a name of 1 to ${longest} characters on one line, without blanks around it; not a word that every object of JavaScript has`;

/** The name of an operation, a queue, a cache, a lock, a node or a person. */
export const nameSchema = z.string({ error: accepted }).refine(isName, { error: accepted });

const acceptedComponent = `${accepted}, and without "/"`;

/** The name of a component: what stands before the first slash of `component/operation`. */
export const componentNameSchema = z
  .string({ error: acceptedComponent })
  .refine((text) => isName(text) && !text.includes('/'), { error: acceptedComponent });

/** An operation with its component, as calls name it. */
export const operationPathSchema = z
  .string({ error: 'component/operation' })
  .meta({ title: 'component/operation', examples: ['web/GET /cart'] });

/**
 * Takes a call's name apart.
 *
 * @param path - `component/operation`; what the operation is called may hold slashes itself.
 */
export function splitOperationPath(path: string): { readonly component: string; readonly operation: string } {
  const at = path.indexOf('/');
  return at < 0 ? { component: path, operation: '' } : { component: path.slice(0, at), operation: path.slice(at + 1) };
}
