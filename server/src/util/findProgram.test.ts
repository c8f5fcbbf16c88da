import { expect, test } from 'vitest';
import { findProgram } from './findProgram.ts';

const found = (
  program: string,
  { platform, files, path }: { platform: string; files: readonly string[]; path: string },
): string | undefined =>
  findProgram(program, {
    platform,
    environment: platform === 'win32' ? { Path: path } : { PATH: path },
    canRun: (one) => files.includes(one),
  });

test('on Windows a program is found by PATH alone, and never in the folder at hand', () => {
  const files = ['C:\\tools\\git.exe', 'kubeconform.exe', '.\\kubeconform.exe', 'bin\\sops.exe'];
  const path = '.;;bin;"C:\\tools";D:\\more';
  const where = { platform: 'win32', files, path };
  expect(found('git', where)).toBe('C:\\tools\\git.exe');
  expect(found('git.exe', where)).toBe('C:\\tools\\git.exe');
  expect(found('kubeconform', where)).toBeUndefined();
  expect(found('sops', where)).toBeUndefined();
});

test('elsewhere it is found by the absolute folders of PATH', () => {
  const files = ['/usr/bin/git', 'kubeconform', './kubeconform', '/opt/a:b/sops'];
  const where = { platform: 'linux', files, path: '.::/opt/tools:/usr/bin' };
  expect(found('git', where)).toBe('/usr/bin/git');
  expect(found('kubeconform', where)).toBeUndefined();
});

test('a program that is named with its folder stays as it is', () => {
  const where = { files: [], path: '' };
  expect(found('C:\\tools\\a.exe', { ...where, platform: 'win32' })).toBe('C:\\tools\\a.exe');
  expect(found('./scripts/check', { ...where, platform: 'linux' })).toBe('./scripts/check');
  expect(found('', { ...where, platform: 'linux' })).toBeUndefined();
});
