import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs'

/** Receives the log of DBOS, and prints nothing: failures of a dispatch reach the worker's `onEvent`. */
export const silentLogger = { info() {}, debug() {}, warn() {}, error() {} }

/** The same, for functions of DBOS that expect its own class. */
export const dbosLogger = new GlobalLogger(undefined, { logger: silentLogger })
