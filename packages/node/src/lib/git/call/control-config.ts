/**
 * What every git call of the engine sets, whatever the user's configuration says.
 *
 * No program of the configuration runs unasked (hooks, fsmonitor, background maintenance); what the engine stores
 * is on the medium before a call returns; what decides whether a file changed is not left to chance.
 */
export const controlConfig: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.fsync=loose-object,pack,pack-metadata,reference',
  'core.fsyncMethod=fsync',
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
  'submodule.recurse=false',
]
