/** Writes one line of a log: the object's properties, then the message. */
export type LogMethod = (object: object, message: string) => void

/** A logger in the shape of pino's. Amelia writes nothing unless it is given one. */
export interface Logger {
  /** Receives details, such as steps and sessions. */
  debug: LogMethod
  /** Receives the course of the run: phases, commits, answers. */
  info: LogMethod
  /** Receives problems that do not end a phase: a retry, a delay, an open gate. */
  warn: LogMethod
  /** Receives failed phases and a failed run. */
  error: LogMethod
}
