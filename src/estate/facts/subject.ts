/**
 * What a fact is about. In a finding, `component` is the reader's own key for what it saw; in a snapshot it is the name of
 * the component that identity resolution found it to be.
 */
export type Subject =
  | { readonly kind: 'estate' }
  | { readonly kind: 'component'; readonly component: string }
  | { readonly kind: 'instance'; readonly component: string; readonly instance: string }
  | { readonly kind: 'operation'; readonly component: string; readonly operation: string }
  | {
      readonly kind: 'edge';
      readonly component: string;
      readonly to: string;
      /** Of the caller and of the called, where the fact is about one pair of operations. */
      readonly operation?: string;
      readonly toOperation?: string;
    };

/**
 * A subject as one line, which orders and compares: kind, component, and whatever narrows it.
 *
 * @param subject - The subject.
 */
export function subjectKey(subject: Subject): string {
  switch (subject.kind) {
    case 'estate':
      return JSON.stringify(['estate']);
    case 'component':
      return JSON.stringify(['component', subject.component]);
    case 'instance':
      return JSON.stringify(['instance', subject.component, subject.instance]);
    case 'operation':
      return JSON.stringify(['operation', subject.component, subject.operation]);
    case 'edge':
      return JSON.stringify([
        'edge',
        subject.component,
        subject.to,
        subject.operation ?? '',
        subject.toOperation ?? '',
      ]);
  }
}

/**
 * A subject for people: `checkout`, `checkout POST /cart`, `storefront → cart`.
 *
 * @param subject - The subject.
 */
export function subjectLabel(subject: Subject): string {
  switch (subject.kind) {
    case 'estate':
      return 'the estate';
    case 'component':
      return subject.component;
    case 'instance':
      return `${subject.component} ${subject.instance}`;
    case 'operation':
      return `${subject.component} ${subject.operation}`;
    case 'edge': {
      const narrowed = subject.toOperation === undefined ? '' : ` ${subject.toOperation}`;
      return `${subject.component} → ${subject.to}${narrowed}`;
    }
  }
}

/**
 * The same subject with its components named anew.
 *
 * @param subject - The subject.
 * @param rename - Gives the new name of a component.
 */
export function renameSubject(subject: Subject, rename: (component: string) => string): Subject {
  if (subject.kind === 'estate') return subject;
  if (subject.kind === 'edge') return { ...subject, component: rename(subject.component), to: rename(subject.to) };
  return { ...subject, component: rename(subject.component) };
}
