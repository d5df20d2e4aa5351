// Cards, dice and chips one can hear, made here from noise and two tones. Silent until asked for.

import { option } from "./options.js";

let audio = null;

function burst(seconds, shape) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = shape(at / samples.length, at / audio.sampleRate);
  return buffer;
}

const MADE = {
  card: () => burst(0.06, (part) => (Math.random() * 2 - 1) * (1 - part) ** 3 * 0.25),
  dice: () => burst(0.09, (part, time) => (Math.random() * 2 - 1) * Math.abs(Math.sin(time * 70 * Math.PI)) * (1 - part) ** 2 * 0.2),
  chip: () => burst(0.09, (part, time) => (Math.sin(time * 2900 * 2 * Math.PI) + Math.sin(time * 4370 * 2 * Math.PI)) * (1 - part) ** 6 * 0.12),
};
const buffers = {};

export function play(name, times = 1, apart = 0.11) {
  if (!option("sound")) return;
  audio ??= new AudioContext();
  buffers[name] ??= MADE[name]();
  for (let number = 0; number < times; number++) {
    const source = audio.createBufferSource();
    source.buffer = buffers[name];
    source.connect(audio.destination);
    source.start(audio.currentTime + number * apart);
  }
}
