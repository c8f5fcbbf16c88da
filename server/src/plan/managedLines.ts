/**
 * The policy that writes the line around an offset, as the setter behind it says: `namespace:name`; `undefined` where the
 * line has none. Source: image-automation-controller api v1.3.0, `# {"$imagepolicy": "namespace:name[:tag|:name]"}`.
 */
export function imageAutomationOf(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? text.length : end);
  return /#\s*\{\s*"\$imagepolicy"\s*:\s*"([^"]+)"\s*\}/.exec(line)?.[1];
}
