import { clustersMethod } from '../protocol/clusters.ts';
import { familyOfMethod } from '../protocol/familyOf.ts';
import { layersMethod } from '../protocol/layers.ts';
import { peekValuesMethod, reportMethod } from '../protocol/report.ts';
import { rootsOfMethod } from '../protocol/rootsOf.ts';
import { toolMethod } from '../protocol/tool.ts';
import { clusters } from './clusters.ts';
import { familyOf } from './familyOf.ts';
import { layers } from './layers.ts';
import { peekValues } from './peekValues.ts';
import { report } from './report.ts';
import { answering } from './request.ts';
import { rootsOf } from './rootsOf.ts';
import type { Session } from './session.ts';
import { tool } from './tool.ts';

/** Answers what views, commands and language models ask about the fleet. */
export function answerViewRequests(session: Session): void {
  const { connection } = session;
  connection.onRequest(clustersMethod, answering(session, clustersMethod, clusters));
  connection.onRequest(familyOfMethod, answering(session, familyOfMethod, familyOf));
  connection.onRequest(layersMethod, answering(session, layersMethod, layers));
  connection.onRequest(peekValuesMethod, answering(session, peekValuesMethod, peekValues));
  connection.onRequest(reportMethod, answering(session, reportMethod, report));
  connection.onRequest(rootsOfMethod, answering(session, rootsOfMethod, rootsOf));
  connection.onRequest(toolMethod, answering(session, toolMethod, tool));
}
