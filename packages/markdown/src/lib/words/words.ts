/** Chinese, Japanese and Korean words with the meaning of an English one; commas separate them. */
interface WordRow {
  english: string
  chinese: string
  japanese: string
  korean: string
}

const row = (english: string, chinese: string, japanese: string, korean: string): WordRow => ({
  english,
  chinese,
  japanese,
  korean,
})

/** Words before or after the number of a heading, and headers of columns with ids. */
const unitWords: readonly WordRow[] = [
  row('phase', '阶段, 階段', 'フェーズ, フェイズ, 段階', '단계, 페이즈'),
  row('task', '任务, 任務', 'タスク, 作業', '작업, 과제, 태스크'),
  row('subtask', '子任务, 子任務', 'サブタスク', '하위 작업, 하위작업'),
  row('step', '步骤, 步驟, 步', 'ステップ, 手順', '스텝, 절차'),
  row('stage', '', 'ステージ, 工程', '스테이지'),
  row('milestone', '里程碑', 'マイルストーン', '마일스톤'),
  row('sprint', '冲刺, 衝刺', 'スプリント', '스프린트'),
  row('iteration', '迭代', 'イテレーション', '이터레이션'),
  row('story', '用户故事', 'ユーザーストーリー, ストーリー', '사용자 스토리, 스토리'),
  row('epic', '史诗', 'エピック', '에픽'),
  row('part', '部分', 'パート', '파트'),
]

/** Labels of fields, and headers of columns. */
const labelWords: readonly WordRow[] = [
  row(
    'depends on',
    '依赖于, 依赖阶段, 依赖任务, 依赖步骤, 前置阶段, 前置任务, 前置依赖, 依賴於, 前置任務',
    '依存先, 依存フェーズ, 依存タスク, 先行フェーズ, 先行タスク',
    '의존 단계, 의존 작업, 선행 단계, 선행 작업, 선행작업',
  ),
  row(
    'dependencies',
    '依赖, 依赖项, 依赖关系, 依賴, 依賴項, 相依',
    '依存, 依存関係',
    '의존성, 의존, 의존 관계, 의존관계, 종속성',
  ),
  row(
    'prerequisites',
    '前置条件, 前提条件, 先决条件, 前提, 前置條件',
    '前提条件, 前提',
    '선행 조건, 선행조건, 전제 조건, 전제조건',
  ),
  row(
    'parallel with',
    '并行, 可并行, 并行于, 并行阶段, 并行任务, 並行, 可並行',
    '並列, 並列実行, 並行, 並行実行, 並行可能',
    '병렬, 병렬 실행, 병렬 작업, 병행',
  ),
  row('status', '状态, 狀態, 进度, 進度', '状態, ステータス, 状況, 進捗', '상태, 진행 상태, 진행 상황'),
  row(
    'estimate',
    '预估, 估算, 工时, 预估工时, 预计工时, 预估时间, 預估, 工時',
    '見積, 見積もり, 見積り, 工数',
    '예상, 추정, 예상 시간, 공수',
  ),
  row('priority', '优先级, 優先級, 優先順序', '優先度, 優先順位', '우선순위, 우선 순위'),
  row('risk', '风险, 风险等级, 風險', 'リスク', '위험, 위험도, 리스크'),
  row(
    'files',
    '文件, 涉及文件, 相关文件, 修改文件, 文件列表, 檔案',
    'ファイル, 対象ファイル, 関連ファイル',
    '파일, 대상 파일, 관련 파일',
  ),
  row('type', '类型, 類型', '種類, 種別, タイプ', '유형, 타입'),
  row('goal', '目标, 目標', '目標, 目的, ゴール', '목표, 목적'),
  row('tasks', '任务列表, 任务清单, 任務清單', 'タスク一覧, タスクリスト', '작업 목록, 할 일'),
  row('id', '编号, 序号, 編號', '番号', '번호'),
  row(
    'name',
    '名称, 名稱, 标题, 標題, 阶段名称, 任务名称',
    '名前, 名称, タイトル, フェーズ名, タスク名',
    '이름, 제목, 단계명, 작업명',
  ),
  row('description', '描述, 说明, 内容, 說明, 內容', '説明, 内容', '설명, 내용'),
]

/** Values of fields. */
const valueWords: readonly WordRow[] = [
  row(
    'pending',
    '待办, 待处理, 待开始, 未开始, 未完成, 计划中, 待辦, 未開始',
    '未着手, 未開始, 未完了, 待機中, 予定',
    '대기, 대기 중, 대기중, 예정, 미완료, 미시작, 시작 전',
  ),
  row(
    'in progress',
    '进行中, 正在进行, 部分完成, 進行中',
    '進行中, 作業中, 着手中, 対応中',
    '진행 중, 진행중, 작업 중, 작업중',
  ),
  row('done', '已完成, 完成, 完成了', '完了, 完了済み, 完了済, 済み, 済', '완료, 완료됨, 완료함'),
  row('skipped', '跳过, 已跳过, 跳過, 已跳過', 'スキップ, スキップ済み', '건너뜀, 생략, 생략됨'),
  row(
    'deferred',
    '推迟, 已推迟, 延期, 暂缓, 搁置, 暂停, 延後, 暫停',
    '延期, 保留, 保留中, 後回し, 一時停止',
    '연기, 연기됨, 보류, 보류 중',
  ),
  row('cancelled', '取消, 已取消, 放弃', '中止, キャンセル', '취소, 취소됨'),
  row('critical', '紧急, 最高, 緊急', '緊急, 最高', '긴급, 최고'),
  row('high', '高', '高, 高い', '높음, 상'),
  row('medium', '中, 中等', '中, 普通', '보통, 중간, 중'),
  row('low', '低', '低, 低い', '낮음, 하'),
  row('test', '测试, 測試', 'テスト', '테스트'),
  row('impl', '实现, 實作', '実装', '구현'),
  row('refactor', '重构, 重構', 'リファクタリング', '리팩터링, 리팩토링'),
  row('other', '其他', 'その他', '기타'),
  row(
    'none',
    '无, 無, 没有, 沒有, 无依赖, 無依賴, 无前置, 无前置条件',
    'なし, 無し, 特になし, 依存なし',
    '없음, 해당 없음, 의존성 없음',
  ),
  row('all', '全部, 所有', '全て, すべて', '모두, 모든, 전체'),
  row('about', '约, 大约, 预计, 預計, 約, 大約', '約, およそ', '약, 예상'),
]

/** Headings and labels of conditions: nothing below them is work. */
const criteriaWords: readonly WordRow[] = [
  row(
    'acceptance criteria',
    '验收标准, 验收条件, 验收准则, 通过标准, 驗收標準, 驗收條件',
    '受け入れ基準, 受入基準, 受け入れ条件, 受入条件, 合格基準',
    '인수 기준, 인수 조건, 수용 기준, 승인 기준, 합격 기준',
  ),
  row(
    'success criteria',
    '成功标准, 成功指标, 成功標準',
    '成功基準, 成功条件, 達成基準',
    '성공 기준, 성공 조건',
  ),
  row('exit criteria', '退出标准, 退出条件', '終了基準, 終了条件', '종료 기준, 종료 조건'),
  row(
    'definition of done',
    '完成标准, 完成定义, 完成条件, 完成的定义, 完成標準, 完成定義',
    '完了条件, 完了基準, 完了の定義, 完成の定義',
    '완료 기준, 완료 조건, 완료 정의, 완료의 정의',
  ),
]

/** Headings of sections beside the work. */
const besideWords: readonly WordRow[] = [
  row('overview', '概述, 概览, 简介, 摘要', '概要, はじめに', '개요, 소개, 요약'),
  row('background', '背景', '背景', '배경'),
  row('goals', '目标, 目的, 非目标, 目標', '目標, 目的, 非目標', '목표, 목적, 비목표'),
  row('scope', '范围, 範圍', 'スコープ, 範囲', '범위'),
  row('risks', '风险, 風險', 'リスク', '위험, 리스크'),
  row('references', '参考, 參考', '参考', '참고'),
  row('appendix', '附录, 附錄', '付録', '부록'),
  row('notes', '备注, 備註, 注意事项', '備考, 注意事項, メモ', '비고, 참고 사항, 주의 사항'),
  row('open questions', '待解决问题, 未决问题, 开放问题', '未解決の課題, 未決事項', '미해결 문제, 미결 사항'),
  row('changelog', '变更记录, 更新日志, 变更历史, 變更記錄', '変更履歴, 更新履歴', '변경 이력, 변경 기록'),
  row('future', '未来, 后续, 後續', '今後, 将来', '향후, 추후'),
  row('verification', '验证, 验证清单, 检查清单, 驗證', '検証, 確認事項, チェックリスト', '검증, 체크리스트'),
]

/** The words that plans may contain instead of English ones. */
export const words = {
  units: unitWords,
  labels: labelWords,
  values: valueWords,
  criteria: criteriaWords,
  beside: besideWords,
}

/** Returns the words of a row, of all languages. */
export const wordsOf = ({ chinese, japanese, korean }: WordRow): string[] =>
  `${chinese}, ${japanese}, ${korean}`.split(', ').filter((word) => word !== '')
