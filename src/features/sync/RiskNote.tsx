/** Warns in the sync panel that the browser may evict the queue. */
import { Alert } from '@mantine/core';

import { useWaitingRisk } from '@/device/protection';

import { riskWords } from './risk-words';

import '@mantine/core/styles/Alert.layer.css';

export function RiskNote() {
  const risk = useWaitingRisk();
  return risk && <Alert color="yellow">送信前の学習が、この端末にあります。{riskWords(risk)}</Alert>;
}
