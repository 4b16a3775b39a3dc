import type { Language } from './language.ts'

export const spanish: Language = {
  units: {
    phase: 'fases?',
    task: 'tareas?',
    step: 'pasos?',
    stage: 'etapas?',
    milestone: 'hitos?',
    part: 'partes?',
  },
  labels: {
    'depends on': 'depende(?:n)? de, requiere, bloquead[oa] por, después de',
    dependencies: 'dependencias?',
    prerequisites: 'requisitos previos, prerrequisitos?',
    'parallel with': '(?:en )?paralelo con',
    status: 'estado, progreso',
    files: '(?:archivos?|ficheros?)(?: afectados)?',
    id: 'número',
    name: 'nombre, título',
    description: 'descripci[óo]n',
    estimate: 'estimaci[óo]n, esfuerzo',
    priority: 'prioridad',
  },
  values: {
    pending: 'pendientes?|por hacer|abiert[oa]|planificad[oa]',
    'in progress': 'en (?:curso|progreso|marcha|proceso)',
    done: 'hech[oa]s?|completad[oa]s?|terminad[oa]s?|list[oa]|finalizad[oa]s?',
    skipped: 'omitid[oa]',
    deferred: 'aplazad[oa]|pospuest[oa]',
    cancelled: 'cancelad[oa]|descartad[oa]',
    none: 'ningun[oa]|nada|sin dependencias',
    all: 'tod[oa]s',
  },
  criteria: 'criterios? de (?:aceptación|éxito|salida|finalización), definición de (?:hecho|terminado)',
  beside:
    'resumen|introducción|visión general, antecedentes|contexto, (?:no )?objetivos?|alcance, riesgos?, preguntas(?: abiertas)?, referencias|anexos?|apéndice, notas, próximos pasos|futuro, fuera de alcance, métricas',
}
