/** One request to a model: the id of its session, and everything that the model reads. */
export interface LoggedRequest {
  session: string
  text: string
}

/** The sessions of a task, and the input that no cache of the vendor contains, in characters. */
export interface TaskInput {
  sessions: number
  before: number
  after: number
}

/** Measures the requests whose text contains the task's words, before and after they contain the feedback. */
export const measureTask = (
  requests: readonly LoggedRequest[],
  words: string,
  feedback: string,
): TaskInput => {
  const own = requests.filter(({ text }) => text.includes(words))
  const sum = (isAfter: boolean): number =>
    own.reduce(
      (total, { text }, index) =>
        total + (text.includes(feedback) === isAfter ? countUncached(own, index) : 0),
      0,
    )
  return { sessions: new Set(own.map(({ session }) => session)).size, before: sum(false), after: sum(true) }
}

/** Counts the characters after the longest prefix that an earlier request of the same session had. */
const countUncached = (requests: readonly LoggedRequest[], index: number): number => {
  const { session, text } = requests[index]!
  const earlier = requests.slice(0, index).filter((other) => other.session === session)
  return text.length - Math.max(0, ...earlier.map((other) => lengthOfShared(text, other.text)))
}

const lengthOfShared = (one: string, other: string): number => {
  const end = Math.min(one.length, other.length)
  let length = 0
  while (length < end && one[length] === other[length]) length++
  return length
}
