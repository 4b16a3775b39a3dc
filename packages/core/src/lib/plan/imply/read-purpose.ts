/** The purpose of a part of a phase, as its title and text state it. */
export interface Purpose {
  /**
   * `test` writes tests, `run` only runs or inspects something, `refactor` and `commit` are what they say,
   * `implement` names an implementation, `aside` changes nothing that a test can show, and `change` is
   * anything else.
   */
  kind: 'test' | 'run' | 'refactor' | 'commit' | 'implement' | 'aside' | 'change'
  /** A `test` whose text calls it failing, or a `run` that is expected to fail. */
  fails: boolean
}

const marks = /^(red|green|refactor)\s{0,4}[:\u2014\u2013-]\s{0,4}/
const runs =
  /^(?:re-?)?(?:run|verify|check|confirm|execute|validate|watch|see|observe|ensure|make sure)\b(?!.{0,200}\b(?:fix|implement|write|add|create)\b)/
const commits = /^(?:git )?commit\b/
const refactors = /^refactor(?:ing|s)?\b/
const asides =
  /^(?:review|self-review|read|study|inspect|research|investigate|open|push|stage|merge|tag|deploy|release|publish|ask|discuss|document|describe|note|format|lint|type-?check|clean ?up|hand off|update (?:the )?(?:docs?|documentation|readme|changelog))\b/
const writes = /^(?:write|add|create|author|define|extend|update|build|develop|implement)\b/
const testWord =
  /^(?:\S+\s+){1,7}?(?:tests?|test cases?|test suites?|specs?)\b(?!\s+(?:runner|config|configuration|set-?up|fixtures?|helpers?|data|scripts?|commands?|plans?|utils?|utilities|doubles?|environments?)\b)/
const testFile = /(?:^|[\s`/])(?:test_[\w-]{1,80}\.\w{1,8}|[\w-]{1,80}[._](?:test|spec)\.\w{1,8})/
const answers =
  /\bminimal (?:code|implementation)\b|\bmake (?:it|them|the (?:failing )?tests?|tests) (?:pass|green)\b/
const implementations = /\bimplement(?:s|ing|ation)?\b/
const failWord = /\b(?:fail|fails|failed|failing|failure|red)\b/
const passWord = /\b(?:pass|passes|passed|passing|green|succeeds?)\b/
const expectsFailure = /^[\s*_>-]{0,8}expected[\s*_]{0,4}:[\s*_`]{0,4}fail/im

/** Reads the purpose of a part from its title, and from a line `Expected: FAIL` of its text. */
export const readPurpose = (title: string, body = ''): Purpose => {
  const whole = title.slice(0, 400).replaceAll('`', '').toLowerCase().trim()
  const mark = marks.exec(whole)?.[1]
  const text = mark === undefined ? whole : whole.replace(marks, '')
  const fails = failWord.test(text) || mark === 'red'
  if (commits.test(text)) return { kind: 'commit', fails: false }
  if (runs.test(text)) {
    const failing = (fails && !passWord.test(text)) || (!passWord.test(text) && expectsFailure.test(body))
    return { kind: 'run', fails: failing && mark !== 'green' }
  }
  if (mark === 'refactor' || refactors.test(text)) return { kind: 'refactor', fails: false }
  if (asides.test(text)) return { kind: 'aside', fails: false }
  if (answers.test(text)) return { kind: 'implement', fails: false }
  if (writes.test(text) && (testWord.test(text) || testFile.test(text))) return { kind: 'test', fails }
  if (mark === 'red') return { kind: 'test', fails }
  const implement = mark === 'green' || implementations.test(text)
  return { kind: implement ? 'implement' : 'change', fails: false }
}
