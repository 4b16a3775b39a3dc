/** Traditional Chinese characters of the words that are read, each before its simplified form. */
const pairs =
  '證证階阶務务時时間间風风驟骤衝冲賴赖狀状態态進进預预優优級级順顺險险類类標标編编號号稱称題题說说內内檔档單单辦办處处開开劃划' +
  '緊紧測测試试現现實实構构過过遲迟後后暫暂緩缓擱搁棄弃無无沒没約约計计條条準准則则義义驗验錄录備备註注變变' +
  '歷历誌志續续參参範范圍围並并關关於于項项記记決决問问開开來来項项見见積积種种別别'

const simple = new Map<string, string>()
for (let at = 0; at < pairs.length; at += 2) simple.set(pairs[at] ?? '', pairs[at + 1] ?? '')
const traditional = new RegExp(`[${[...simple.keys()].join('')}]`, 'g')

/** Returns a text with simplified Chinese characters in place of traditional ones, each in its place. */
export const simplify = (text: string): string =>
  text.replace(traditional, (character) => simple.get(character) ?? character)
