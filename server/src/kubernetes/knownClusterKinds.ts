/**
 * Custom kinds without a namespace, as `Kind.group`, of projects that many clusters run: what their definitions say, for trees
 * that do not hold these (they mostly come with charts).
 */
export const knownClusterKinds: ReadonlySet<string> = new Set([
  'ClusterIssuer.cert-manager.io',
  'ClusterSecretStore.external-secrets.io',
  'ClusterExternalSecret.external-secrets.io',
  'ClusterPolicy.kyverno.io',
  'ClusterCleanupPolicy.kyverno.io',
  'ClusterIssuer.certmanager.k8s.io',
  'GatewayClass.gateway.networking.k8s.io',
  'ConstraintTemplate.templates.gatekeeper.sh',
  'Provider.pkg.crossplane.io',
  'Configuration.pkg.crossplane.io',
  'Function.pkg.crossplane.io',
  'CompositeResourceDefinition.apiextensions.crossplane.io',
  'Composition.apiextensions.crossplane.io',
  'NodePool.karpenter.sh',
  'NodeClaim.karpenter.sh',
  'EC2NodeClass.karpenter.k8s.aws',
  'VolumeSnapshotClass.snapshot.storage.k8s.io',
  'CiliumClusterwideNetworkPolicy.cilium.io',
  'GlobalNetworkPolicy.crd.projectcalico.org',
  'GlobalNetworkPolicy.projectcalico.org',
  'ClusterTriggerBinding.triggers.tekton.dev',
  'ClusterTask.tekton.dev',
  'Project.project.openshift.io',
  'Group.user.openshift.io',
  'OAuth.config.openshift.io',
  'SecurityContextConstraints.security.openshift.io',
]);
