/** Who answers for the components whose name matches. */
export interface OwnerRule {
  /** A component's name, with `*` for any text: `payment*`. With `/`, the group comes first: `shop/*`. */
  readonly components: string;
  readonly owner: string;
}

const matches = (pattern: string, text: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
};

/**
 * The owner that the first matching rule names.
 *
 * @param rules - In the operator's order.
 * @param component - The component's name.
 * @param group - Its compose project or namespace.
 */
export function ownerByRules(
  rules: readonly OwnerRule[],
  component: string,
  group: string | undefined,
): string | undefined {
  const qualified = component.includes('/') || group === undefined ? component : `${group}/${component}`;
  return rules.find(({ components }) => matches(components, components.includes('/') ? qualified : component))?.owner;
}
