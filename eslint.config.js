import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { namedAfterExport } from './scripts/lint/named-after-export.js'
import { plainEnglish } from './scripts/lint/plain-english.js'
import { structure } from './scripts/lint/structure.js'

const typescript = ['**/*.ts', '**/*.tsx']

/** Rules without type information, for every file. */
const always = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  // Escape codes and names of references are checked by the very characters.
  'no-control-regex': 'off',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
}

const typed = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/return-await': ['error', 'in-try-catch'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
}

/** Tests read JSON freely; published code does not let an `any` in. */
const published = {
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  'no-console': 'error',
}

/** Globals of Node that scripts and examples use. */
const nodeGlobals = Object.fromEntries(
  ['AbortController', 'URL', 'clearTimeout', 'console', 'performance', 'process', 'setTimeout'].map(
    (name) => [name, 'readonly'],
  ),
)

/** Names that pages, Workers and Node have in common, and the document of a page. */
const webGlobals = Object.fromEntries(
  ['document', 'fetch', 'FormData', 'Request', 'Response', 'TextDecoder'].map((name) => [name, 'readonly']),
)

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/coverage/',
      '**/fixtures/',
      'docs/',
      'site/.pages/',
      'site/.vitepress/cache/',
      '.setup/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { ...js.configs.recommended, rules: { ...js.configs.recommended.rules, ...always } },
  { files: ['**/*.js', '**/*.mjs'], languageOptions: { globals: nodeGlobals } },
  { files: ['examples/**/*.js'], languageOptions: { globals: webGlobals } },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: typed,
  },
  { files: ['packages/*/src/**/*.{ts,tsx}'], ignores: ['**/*.test.ts'], rules: published },
  { files: ['packages/cli/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    // These list the words that the rule forbids.
    ignores: ['scripts/lint/plain-english.js', 'test/plain-english.test.ts', 'test/lint-rules.test.ts'],
    plugins: { amelia: { rules: { 'plain-english': plainEnglish } } },
    rules: { 'amelia/plain-english': 'error' },
  },
  {
    files: ['packages/*/src/lib/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    plugins: { names: { rules: { 'named-after-export': namedAfterExport } } },
    rules: { 'names/named-after-export': 'error' },
  },
  structure,
)
