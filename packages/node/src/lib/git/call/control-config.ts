import { gitSettings } from '@amelia/agent-process'

/**
 * Settings of every git call of the engine, which override the user's configuration.
 *
 * They keep programs of the configuration from running (hooks, fsmonitor, background maintenance), sync every
 * object and ref before a call returns, and make the detection of changed files reliable.
 */
export const controlConfig: readonly string[] = [
  ...gitSettings.engine,
  'core.trustctime=true',
  'core.checkStat=default',
  'core.ignoreStat=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'core.quotePath=false',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.filesRefLockTimeout=1000',
  'core.packedRefsTimeout=1000',
  'core.safecrlf=false',
  'fastimport.unpackLimit=100',
  'status.relativePaths=false',
  'commit.gpgSign=false',
  'log.showSignature=false',
]
