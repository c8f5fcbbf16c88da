import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig([
  globalIgnores(['node_modules/', 'dist/', '.types/', 'test-fixtures/', 'coverage/']),
  js.configs.recommended,
  {
    files: ['**/*.{ts,mts}'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
]);
