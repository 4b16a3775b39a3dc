/** Words that name the kind of work and not its subject. Other languages: only what titles of work repeat. */
const generic = new Set(
  (
    'a an the of for to in on at by with without and or from into as that which it its their this these all each every new first ' +
    'phase task step part write add create build make develop introduce provide define implement implementation code coding ' +
    'minimal feature function functionality support test tests testing spec specs case cases suite unit integration e2e ' +
    'contract acceptance regression failing failed fail fails red green pass passes passing cover covering coverage ' +
    'should must can before after only not file files module component ' +
    'der die das den dem ein eine einen für und mit von zu im schreiben implementieren umsetzen anlegen fehlschlagende ' +
    'el la los las un una de del para con y escribir implementar crear prueba pruebas ' +
    'le les des du une pour avec et écrire implémenter créer ' +
    'o os um uma do da em com e escrever criar teste testes ' +
    'и для в на с написать реализовать создать добавить тест тесты'
  ).split(' '),
)

/** The same words of scripts that do not separate words. */
const genericRuns =
  /テスト|失敗する|失敗|実装する|実装|追加する|追加|作成する|作成|書く|する|した|ための|测试|測試|失败|编写|撰寫|实现|實現|添加|新增|创建|建立|功能|테스트|구현|작성|추가/g

const spaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu

/**
 * Returns the words of a title or a path that name its subject, in lower case and without endings: `User
 * model tests` has `user` and `model`. A text without spaces between words gives its pairs of characters.
 * Linear time; only the first 400 characters are read.
 */
export const subjectWords = (text: string): Set<string> => {
  const plain = text
    .slice(0, 400)
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(genericRuns, ' ')
  const words = new Set<string>()
  for (const [run] of plain.matchAll(spaced))
    for (let at = 0; at < Math.max(1, run.length - 1); at++) words.add(run.slice(at, at + 2))
  for (const word of plain.replace(spaced, ' ').split(/[^\p{L}\p{N}]+/u))
    if (word.length > 1 && !generic.has(word) && !/^\d+$/.test(word)) words.add(stem(word))
  return words
}

/**
 * Counts the words of one subject that another has too. A word of four letters also matches its extensions.
 */
export const countShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of one) if (other.has(word) || [...other].some((each) => extend(word, each))) shared++
  return shared
}

const extend = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.startsWith(short)
}

const leastStem = 4

const stem = (word: string): string => {
  const cut = (text: string, ending: RegExp): string => {
    const short = text.replace(ending, '')
    return short.length >= leastStem ? short : text
  }
  const single = cut(word, /(?<!s)s$/)
  return cut(cut(single, /(?:ation|ing|ion|er|or|ed)$/), /e$/)
}
