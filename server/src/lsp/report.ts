import type { Report, ReportSubject } from '../protocol/report.ts';
import { drillReport } from './drillReport.ts';
import { firstLookReport } from './firstLookReport.ts';
import { reportOf, type Line } from './reportText.ts';
import { rightsReport } from './rightsReport.ts';
import type { Session } from './session.ts';
import { valuesReport } from './valuesReport.ts';
import { variantsReport } from './variantsReport.ts';
import { versionsReport } from './versionsReport.ts';

/** `strata/report`: a report on the fleet, or on a value of a layer, as a text with places to go to. */
export async function report(
  session: Session,
  subject: ReportSubject,
  signal: AbortSignal,
): Promise<Report> {
  await session.trees.ready();
  return reportOf(await linesOf(session, subject, signal));
}

async function linesOf(
  session: Session,
  subject: ReportSubject,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  switch (subject.kind) {
    case 'variants':
      return variantsReport(session, subject.application, signal);
    case 'versions':
      return versionsReport(session, signal);
    case 'first look':
      return firstLookReport(session, signal);
    case 'drill':
      return drillReport(session.words.reports.drill, subject.drill);
    case 'rights':
      return rightsReport(session, subject, signal);
    case 'values':
      return valuesReport(session, subject, signal);
  }
}
