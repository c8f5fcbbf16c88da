import { posix, relative, sep } from 'node:path';
import { importsOf, rowOf } from './folders.mjs';

/**
 * The ESLint rule that holds the table of folder borders, for relative imports and for packages.
 * It reads paths and never resolves them, so it also judges imports of files that are not there yet.
 */
export const folderBorders = {
  meta: {
    type: 'problem',
    docs: { description: 'A folder imports only what the table in eslint.config.mjs lets it.' },
    schema: [{ type: 'object' }],
    messages: {
      folder: '{{from}} may not import {{to}}: see the table in eslint.config.mjs.',
      outside: '{{from}} may not import files outside the table of folders ({{to}}).',
      package: '{{from}} may not import the package {{to}}: see the table in eslint.config.mjs.',
      reserved: 'Only {{allowed}} may import {{to}}.',
      unknown: '{{from}} is in no folder of the table in eslint.config.mjs.',
    },
  },
  create(context) {
    const { rows, outerPackages, reserved } = context.options[0];
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const row = rowOf(rows, file);
    if (row === undefined) {
      return {
        Program(node) {
          context.report({ node, messageId: 'unknown', data: { from: file } });
        },
      };
    }
    const folders = importsOf(rows, row);
    const packages = [...(row.packages ?? []), ...(row.half === 'pure' ? [] : outerPackages)];

    function judge(node, specifier) {
      const problem = specifier.startsWith('.')
        ? judgeFile(posix.join(posix.dirname(file), specifier))
        : judgePackage(specifier);
      if (problem !== undefined) {
        context.report({ node, ...problem, data: { from: row.name, ...problem.data } });
      }
    }
    function judgeFile(target) {
      const to = rowOf(rows, target);
      const allowed = reserved[target];
      if (allowed !== undefined && !allowed.includes(file)) {
        return { messageId: 'reserved', data: { to: target, allowed: allowed.join(', ') } };
      }
      if (to === undefined) {
        return { messageId: 'outside', data: { to: target } };
      }
      return folders.has(to.name) ? undefined : { messageId: 'folder', data: { to: to.name } };
    }
    function judgePackage(specifier) {
      const known = packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
      return known ? undefined : { messageId: 'package', data: { to: specifier } };
    }
    function judgeLiteral(source) {
      if (source !== null && source !== undefined && typeof source.value === 'string') {
        judge(source, source.value);
      }
    }
    return {
      ImportDeclaration: (node) => judgeLiteral(node.source),
      ExportNamedDeclaration: (node) => judgeLiteral(node.source),
      ExportAllDeclaration: (node) => judgeLiteral(node.source),
      ImportExpression: (node) => judgeLiteral(node.source),
      TSImportType: (node) => judgeLiteral(node.source ?? node.argument.literal),
      TSExternalModuleReference: (node) => judgeLiteral(node.expression),
      'CallExpression[callee.name="require"]': (node) => judgeLiteral(node.arguments[0]),
    };
  },
};
