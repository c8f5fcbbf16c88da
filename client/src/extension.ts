import { ExtensionMode, Uri, type ExtensionContext } from 'vscode';
import { registerAdoptDrift } from './commands/adoptDrift.ts';
import { registerArgoWrite } from './commands/argoWrite.ts';
import { registerAdoptFindings } from './commands/adoptFindings.ts';
import { registerCommitPlan } from './commands/commitPlan.ts';
import { registerCompareRendered } from './commands/compareRendered.ts';
import { registerCopyRotationNote } from './commands/copyRotationNote.ts';
import { registerDriftDrill } from './commands/driftDrill.ts';
import { registerImpactCommands } from './commands/impact.ts';
import { registerImpactCommit } from './commands/impactCommit.ts';
import { registerImpactSides } from './commands/impactSides.ts';
import { registerFetchCharts } from './commands/fetchCharts.ts';
import { registerImportClusters } from './commands/importClusters.ts';
import { registerLanguageModelTools } from './commands/languageModelTools.ts';
import { registerOpenPlace } from './commands/openPlace.ts';
import { registerPlanCluster } from './commands/planCluster.ts';
import { registerPromote } from './commands/promote.ts';
import { registerApplyPlan } from './commands/promoteApply.ts';
import { registerReports } from './commands/reports.ts';
import { registerOpenRendered } from './commands/openRendered.ts';
import { registerRollback } from './commands/rollback.ts';
import { registerSelectCluster } from './commands/selectCluster.ts';
import { registerSignInToArgo } from './commands/signInToArgo.ts';
import { registerValueHistory } from './commands/valueHistory.ts';
import { ExplorerDecorations } from './explorerDecorations.ts';
import { LayerDecorations } from './layerDecorations.ts';
import { LayerNotes } from './lineNotes.ts';
import { RenderedDocuments } from './renderedDocument.ts';
import { Reports } from './reports.ts';
import { Server } from './server.ts';
import { startWhereKustomizationsAre } from './startWhereKustomizationsAre.ts';
import { keepScrollPositions } from './steadyScroll.ts';
import { StatusBar } from './statusBar.ts';
import { tellTrust } from './trust.ts';
import { ImpactDocuments } from './views/impactDocuments.ts';
import { ImpactModel } from './views/impactModel.ts';
import { ImpactView } from './views/impactView.ts';
import { ClustersView } from './views/clustersView.ts';
import { ArgoSignIns } from './views/argoSignIns.ts';
import { FleetCache } from './views/fleetCache.ts';
import { FleetPanels } from './views/fleetPanel.ts';
import { LayersView } from './views/layersView.ts';
import { LiveDocuments } from './views/liveDocuments.ts';
import { LiveModel } from './views/liveModel.ts';
import { LiveNotifications } from './views/liveNotifications.ts';
import { LiveNotes } from './views/liveNotes.ts';
import { LiveTree } from './views/liveView.ts';
import { PlanDocuments } from './views/planDocuments.ts';
import { PlanModel } from './views/planModel.ts';
import { PlanTree } from './views/planView.ts';

/** Called by VS Code when the extension is activated: wiring only, and nothing that takes time. */
export function activate(context: ExtensionContext): void {
  const isInstalled = context.extensionMode === ExtensionMode.Production;
  const signIns = new ArgoSignIns(context.secrets);
  const server = new Server({
    secrets: () => signIns.all.map(({ token }) => token),
    module: context.asAbsolutePath('dist/server.cjs'),
    // Packaging writes its name in small letters.
    documentation: Uri.joinPath(context.extensionUri, isInstalled ? 'readme.md' : 'README.md'),
  });
  const documents = new RenderedDocuments(server);
  const impact = new ImpactModel(server);
  const live = new LiveModel(server, context.globalState, signIns);
  const plan = new PlanModel(server);
  context.subscriptions.push(
    server,
    documents,
    new LayerDecorations(documents),
    new LiveNotes(live),
    new LayerNotes(server),
    keepScrollPositions(),
    tellTrust(server),
    new ClustersView(server, context.workspaceState),
    new LayersView(server, context.workspaceState),
    new Reports(server),
    ...registerReports(server),
    ...registerOpenPlace(),
    ...registerOpenRendered(server),
    ...registerCompareRendered(server),
    registerAdoptFindings(server),
    ...registerLanguageModelTools(server),
    impact,
    new ImpactView(impact),
    new ImpactDocuments(server, impact),
    new StatusBar(server, impact),
    new ExplorerDecorations(server, impact),
    ...registerImpactCommands(server, impact),
    ...registerImpactSides(server, impact),
    ...registerImpactCommit(server, impact),
    signIns,
    ...registerSignInToArgo(signIns),
    registerFetchCharts(server),
    registerCopyRotationNote(),
    registerImportClusters(server, live),
    registerDriftDrill(server, live),
    live,
    new LiveTree(live),
    new LiveNotifications(live),
    new LiveDocuments(server, live),
    new FleetPanels({
      server,
      live,
      cache: new FleetCache(context.storageUri),
      extension: context.extensionUri,
    }),
    ...registerSelectCluster(live),
    plan,
    new PlanTree(plan),
    new PlanDocuments(plan),
    ...registerAdoptDrift(live, plan),
    ...registerArgoWrite(server, live),
    ...registerPlanCluster(server, plan),
    ...registerPromote(server, plan),
    ...registerApplyPlan(plan, context.workspaceState),
    registerCommitPlan(context.workspaceState),
    registerRollback(server, plan),
    registerValueHistory(server),
    startWhereKustomizationsAre(server),
  );
}
