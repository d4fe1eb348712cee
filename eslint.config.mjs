import { readFileSync } from 'node:fs';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import jsdoc from 'eslint-plugin-jsdoc';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

const layers = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'));

/** One zone a layer: the layers to its right that it must not import, with the way out in the message. */
const layerZones = layers.order.flatMap((layer, position) => {
  const later = layers.order.slice(position + 1).map(({ path }) => path);
  const refused = [...later, ...(layer.notFrom ?? [])];
  const leftward = layers.order
    .slice(0, position)
    .map(({ path }) => path)
    .filter((path) => !refused.includes(path));
  return refused.map((from) => ({
    target: `./${layer.path}`,
    from: `./${from}`,
    message:
      `${layer.path} (${layer.is}) may import only ${leftward.join(', ') || 'itself'}. ` +
      `Declare a port in ${layer.path} and let ${from} or src/main.ts supply it (layers.json).`,
  }));
});

const inKernelOnly = 'Time and chance are arguments: take a Clock or a RandomSource from src/kernel.';

export default tseslint.config(
  { ignores: ['node_modules/', 'coverage/', 'schemas/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX, jsdoc, unicorn },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones: layerZones }],
      'import-x/no-default-export': 'error',
      'jsdoc/require-jsdoc': [
        'error',
        {
          publicOnly: true,
          require: { FunctionDeclaration: true, ClassDeclaration: true, MethodDefinition: false },
          contexts: [
            'ExportNamedDeclaration > VariableDeclaration',
            'TSInterfaceDeclaration',
            'TSTypeAliasDeclaration',
            'TSEnumDeclaration',
          ],
          enableFixer: false,
        },
      ],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictedNamedExports: ['default'] }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'An index lists names, never *.' },
        {
          selector: 'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]',
          message: 'Throw a RegisteredError (src/kernel/errors/): it has a code, a remedy and an exit code.',
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: inKernelOnly },
        { object: 'Math', property: 'random', message: inKernelOnly },
        { object: 'performance', property: 'now', message: inKernelOnly },
        { object: 'crypto', property: 'randomUUID', message: inKernelOnly },
      ],
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({ name, message: inKernelOnly })),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:timers', message: inKernelOnly },
            { name: 'node:timers/promises', message: inKernelOnly },
            { name: 'node:perf_hooks', message: inKernelOnly },
            { name: 'node:crypto', importNames: ['randomUUID', 'randomInt'], message: inKernelOnly },
          ],
        },
      ],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    },
  },
  {
    files: ['src/kernel/**/*.ts', 'src/durable/**/*.ts'],
    rules: { 'no-restricted-properties': 'off', 'no-restricted-globals': 'off', 'no-restricted-imports': 'off' },
  },
  {
    // Tests and their support may wait and throw as they like; what they claim is in their names.
    files: ['**/*.test.ts', 'testing/**/*.ts'],
    rules: {
      'jsdoc/require-jsdoc': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // The demo estate's services are programs of their own: they keep their own time and fail in their own words.
    files: ['evals/estates/shop/services/**/*.ts'],
    rules: {
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': 'off',
    },
  },
);
