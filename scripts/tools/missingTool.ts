import type { Result } from '../../server/src/util/result.ts';

/** A tool that tests and scripts can do without: they say its name and skip what needs it. */
export interface MissingTool {
  /** The name that people install it by, such as `chromium`. */
  readonly tool: string;
  /** One sentence: why it is not there, and what would bring it. */
  readonly reason: string;
}

/** The absolute path of a tool, or why there is none. */
export type ToolPath = Result<string, MissingTool>;

/** One line for people: which tool is missing and why. */
export function describeMissingTool(missing: MissingTool): string {
  return `${missing.tool} is missing: ${missing.reason}`;
}
