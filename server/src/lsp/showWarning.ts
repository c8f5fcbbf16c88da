import { withoutCredentials } from '../text/withoutCredentials.ts';
import type { Session } from './session.ts';

/**
 * Tells the user something. VS Code makes a link of `[words](command:…)`, also where a name of the repository holds it, and
 * knows no escape: a space without width between the brackets keeps it a text.
 *
 * Source: VS Code 1.115 src/vs/base/common/linkedText.ts, `parseLinkedText`.
 */
export function showWarning({ connection }: Pick<Session, 'connection'>, text: string): void {
  connection.window.showWarningMessage(withoutCredentials(text).replaceAll('](', ']\u200B('));
}
