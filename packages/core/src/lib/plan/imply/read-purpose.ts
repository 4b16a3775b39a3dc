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
/** Part of each English text about tests. */
const aboutTests = /test|spec/
const testWord =
  /^(?:\S+\s+){1,7}?(?:tests?|test cases?|test suites?|(?:failing|unit) specs?)\b(?![-/]|\.\w)(?!\s+(?:runner|config|configuration|set-?up|fixtures?|helpers?|data|scripts?|commands?|plans?|utils?|utilities|doubles?|environments?)\b)/
const testFile = /(?:^|[\s`/])(?:test_[\w-]{1,80}\.\w{1,8}|[\w-]{1,80}[._](?:test|spec)\.\w{1,8})/
const answers =
  /\bminimal (?:code|implementation)\b|\bmake (?:it|them|the (?:failing )?tests?|tests) (?:pass|green)\b/
const implementations = /\bimplement/
/** Titles without a verb: `Tests for slug`, `Failing unit tests`, `Slug tests`. */
const namesTests = [
  /^(?:(?:the|new|failing|red|unit|integration|e2e|end-to-end|contract|regression|acceptance|component)\s+){0,4}(?:tests?|test cases)(?=\s*(?:$|[:(,\u2014\u2013-]|\b(?:for|of|to|that|which|covering|first)\b))/,
  /^(?!(?:fix|remove|delete|move|rename|skip|speed|stabili[sz]e|migrate|convert|update|clean|enable|disable|improve|pass|make|use|get|set|test|document|describe|refactor|simplify|split|merge|group|rewrite|restructure|reorgani[sz]e|port|adapt|adjust|replace|run|review|consolidate|reduce)\b)(?:\S{1,80}\s+){1,6}(?:tests?|test cases)$/,
]
/** The same words in other languages: of tests, of running them, of an implementation. */
const foreign = {
  tests:
    /テスト|测试|測試|테스트|тест|(?:^|\s)(?:pruebas?|testes?)(?:\s|$)|\btests?\b.{0,200}\s(?:schreiben|ergänzen|anlegen|hinzufügen)$|^(?:écrire|ajouter|escribir|añadir|escrever|adicionar)\s.{0,200}\btests?\b/,
  runs: /実行|确认|確認|运行|執行|执行|通过|通過|パス|실행|통과|запуст|прогна|ausführen|^(?:ejecutar|executar|lancer|exécuter)\s/,
  implements: /umsetz|реализ|実装|实现|實現|구현|implément/,
  fails: /fehlschlag|scheiter|fallid|fallan|falhand|échou|échec|падающ|провал|失敗|失败|실패/,
}
/** Part of each text that `foreign` matches and that is not about tests. */
const mayBeForeign = /[^\0-\x7f]|prueba|umsetz/
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
  const isAboutTests = aboutTests.test(text)
  if (isAboutTests) {
    if (writes.test(text) && (testWord.test(text) || testFile.test(text))) return { kind: 'test', fails }
    if (namesTests.some((title) => title.test(text))) return { kind: 'test', fails }
  }
  const isForeign = mayBeForeign.test(text)
  if ((isForeign || isAboutTests) && foreign.tests.test(text))
    return { kind: foreign.runs.test(text) ? 'run' : 'test', fails: fails || foreign.fails.test(text) }
  if (mark === 'red') return { kind: 'test', fails }
  const implement =
    mark === 'green' || implementations.test(text) || (isForeign && foreign.implements.test(text))
  return { kind: implement ? 'implement' : 'change', fails: false }
}
