import {
  impactMethod,
  impactPartMethod,
  impactRefreshMethod,
  impactReportMethod,
  impactRevisionsMethod,
  impactTextMethod,
} from '../protocol/impact.ts';
import { codeLens, resolveCodeLens } from './codeLens.ts';
import { impact } from './impact.ts';
import { impactPart } from './impactPart.ts';
import { impactReport } from './impactReport.ts';
import { impactRevisions } from './impactRevisions.ts';
import { impactText } from './impactText.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';

/** Answers what people ask of impacts. */
export function answerImpactRequests(session: Session): void {
  const { connection } = session;
  connection.onCodeLens(answering(session, 'textDocument/codeLens', codeLens));
  connection.onCodeLensResolve(answering(session, 'codeLens/resolve', resolveCodeLens));
  connection.onRequest(impactMethod, answering(session, impactMethod, impact));
  connection.onRequest(impactPartMethod, answering(session, impactPartMethod, impactPart));
  connection.onRequest(impactTextMethod, answering(session, impactTextMethod, impactText));
  connection.onRequest(impactReportMethod, answering(session, impactReportMethod, impactReport));
  connection.onRequest(
    impactRevisionsMethod,
    answering(session, impactRevisionsMethod, impactRevisions),
  );
  connection.onNotification(impactRefreshMethod, () => {
    session.namesChanged();
  });
}
