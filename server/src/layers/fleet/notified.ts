import { readApplication } from '../../argocd/application.ts';
import { subscribedProject, subscribes, subscribesAll } from '../../argocd/notifications.ts';
import type { Application } from '../../delivery/application.ts';
import { readAlert, type Alert } from '../../flux/alert.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { filesMentioning } from '../mentions.ts';
import { isProduction } from '../register/environment.ts';
import { clustersQuery } from '../register/fleetClusters.ts';
import { topObjects } from '../topObjects.ts';
import { fleetQuery } from './fleet.ts';

const notificationFiles = filesMentioning('notifications');

/** Who is told of events, as far as the tree says. */
interface Notifications {
  /** Subscriptions that hold for all Applications. */
  readonly all: boolean;
  readonly projects: readonly string[];
  readonly alerts: readonly Alert[];
}

const notificationsQuery: Query<'', Notifications> = {
  name: 'notifications',
  compute: (_key, reader) => {
    const objects = topObjects(reader, notificationFiles);
    return {
      all: objects.some(subscribesAll),
      projects: objects.flatMap((one) => subscribedProject(one) ?? []),
      alerts: objects.flatMap((one) => readAlert(one) ?? []),
    };
  },
};

/**
 * The applications of production about which nothing notifies (`delivery.not-notified`): one by one where the tree says
 * something of notifications at all, and once for all where it does not (`delivery.nobody-notified`), since they may be
 * set up elsewhere.
 */
export function notificationFindings(reader: Reader): readonly Problem[] {
  return unnotified(reader).map(({ problem: found }) => found);
}

/** The same with the application that each is told of. */
export function unnotified(
  reader: Reader,
): readonly { readonly application: Application; readonly problem: Problem }[] {
  const production = new Set(
    reader
      .get(clustersQuery, '')
      .filter(({ environment }) => environment !== undefined && isProduction(environment))
      .map(({ name }) => name),
  );
  const delivered = reader
    .get(fleetQuery, '')
    .applications.filter(
      ({ controller, destination, certainty }) =>
        controller !== 'plain' && certainty !== 'open' && production.has(destination.cluster ?? ''),
    );
  const notifications = reader.get(notificationsQuery, '');
  const silent = delivered.filter((one) => !isNotified(one, notifications));
  const [first] = silent;
  if (first === undefined) return [];
  const { all, projects, alerts } = notifications;
  const isSaid = all || projects.length > 0 || alerts.length > 0;
  if (!isSaid && silent.length === delivered.length) {
    const count = String(silent.length);
    const found = problem('delivery.nobody-notified', { count }, first.declaredAt);
    return [{ application: first, problem: found }];
  }
  return silent.map((application) => {
    const { name, destination, declaredAt } = application;
    const found = problem(
      'delivery.not-notified',
      { application: name, cluster: destination.cluster ?? '' },
      declaredAt,
    );
    return { application, problem: found };
  });
}

function isNotified(
  { kind, name, namespace, object }: Application,
  { all, projects, alerts }: Notifications,
): boolean {
  const application = object && readApplication(object);
  if (application !== undefined) {
    return all || projects.includes(application.project) || subscribes(application.annotations);
  }
  return alerts.some(
    ({ suspended, sources }) =>
      !suspended &&
      sources.some(
        (source) =>
          source.kind === kind &&
          ['*', name].includes(source.name) &&
          // Git may leave out where an object is put.
          (namespace === '' || [namespace, ''].includes(source.namespace)),
      ),
  );
}
