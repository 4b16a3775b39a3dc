import type { Language } from './language.ts'

export const portuguese: Language = {
  units: {
    phase: 'fases?',
    task: 'tarefas?',
    step: 'passos?',
    stage: 'etapas?',
    milestone: 'marcos?',
    part: 'partes?',
  },
  labels: {
    'depends on': 'depende(?:m)? de, requer, bloquead[oa] por, depois de|após',
    dependencies: 'depend[êe]ncias?',
    prerequisites: 'pré-requisitos?',
    'parallel with': '(?:em )?paralelo com',
    status: 'estado, situação|progresso',
    files: '(?:arquivos?|ficheiros?)(?: afetados)?',
    id: 'número',
    name: 'nome, título',
    description: 'descriç[ãa]o',
    estimate: 'estimativa|esforço',
    priority: 'prioridade',
  },
  values: {
    pending: 'pendentes?|a fazer|abert[oa]|planejad[oa]',
    'in progress': 'em (?:andamento|progresso|curso)',
    done: 'feit[oa]s?|conclu[íi]d[oa]s?|complet[oa]s?|pront[oa]|finalizad[oa]s?',
    skipped: 'ignorad[oa]|pulad[oa]',
    deferred: 'adiad[oa]',
    cancelled: 'cancelad[oa]|descartad[oa]',
    none: 'nenhum[a]?|nada|sem dependências',
    all: 'tod[oa]s',
  },
  criteria: 'critérios? de (?:aceitação|aceite|sucesso|conclusão|saída), definição de pronto',
  beside:
    'resumo|introdução|visão geral, contexto, (?:não )?objetivos?|escopo, riscos?, perguntas|questões, referências|anexos?|apêndice, notas|observações, próximos passos|futuro, fora d[eo] escopo, métricas',
}
