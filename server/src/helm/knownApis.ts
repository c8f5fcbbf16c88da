/**
 * The versions of APIs that a Helm knows which is made with a client-go of this minor version (32 to 36; others count as the
 * nearest).
 *
 * Source: Helm v4.2.3 pkg/chart/common/capabilities.go, v3.19.4 pkg/chartutil/capabilities.go `allKnownVersions`; client-go
 * kubernetes/scheme/register.go of v0.32.3, v0.33.2, v0.34.0, v0.35.0 and v0.36.1.
 */
export function knownApis(minor: number): readonly string[] {
  const of = Math.max(minor, 32);
  return all.filter((name) => of >= (since.get(name) ?? 0) && of <= (until.get(name) ?? of));
}

const since: ReadonlyMap<string, number> = new Map([
  ['resource.k8s.io/v1', 34],
  ['resource.k8s.io/v1beta2', 33],
  ['scheduling.k8s.io/v1alpha2', 36],
  ['storagemigration.k8s.io/v1beta1', 35],
]);

const until: ReadonlyMap<string, number> = new Map([
  ['autoscaling/v2beta1', 35],
  ['autoscaling/v2beta2', 35],
  ['networking.k8s.io/v1alpha1', 33],
  ['scheduling.k8s.io/v1alpha1', 35],
  ['storagemigration.k8s.io/v1alpha1', 34],
]);

const all: readonly string[] = `
v1
admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io/v1beta1
internal.apiserver.k8s.io/v1alpha1 apps/v1 apps/v1beta1 apps/v1beta2
authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
authorization.k8s.io/v1 authorization.k8s.io/v1beta1 autoscaling/v1 autoscaling/v2 autoscaling/v2beta1
autoscaling/v2beta2 batch/v1 batch/v1beta1
certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1 discovery.k8s.io/v1
discovery.k8s.io/v1beta1 events.k8s.io/v1 events.k8s.io/v1beta1 extensions/v1beta1
flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2
flowcontrol.apiserver.k8s.io/v1beta3 networking.k8s.io/v1 networking.k8s.io/v1alpha1 networking.k8s.io/v1beta1
node.k8s.io/v1 node.k8s.io/v1alpha1 node.k8s.io/v1beta1 policy/v1 policy/v1beta1 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1 resource.k8s.io/v1 resource.k8s.io/v1beta2
resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3 scheduling.k8s.io/v1alpha1 scheduling.k8s.io/v1alpha2
scheduling.k8s.io/v1beta1 scheduling.k8s.io/v1 storage.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1alpha1
storagemigration.k8s.io/v1alpha1 storagemigration.k8s.io/v1beta1 apiextensions.k8s.io/v1beta1
apiextensions.k8s.io/v1
`
  .trim()
  .split(/\s+/);
