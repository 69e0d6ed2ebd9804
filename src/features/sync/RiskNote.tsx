/** In the panel: what waits could be deleted by the browser. */
import { Alert } from '@mantine/core';

import { useWaitingRisk } from '@/device/protection';

import { riskWords } from './risk-words';

import '@mantine/core/styles/Alert.layer.css';

export function RiskNote() {
  const risk = useWaitingRisk();
  return risk && <Alert color="yellow">送信前の学習が、この端末にあります。{riskWords(risk)}</Alert>;
}
