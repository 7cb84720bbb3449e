/** How each of the 16 codes of IMA ADPCM moves the place in its table of steps. */
const IMA_MOVES = [-1, -1, -1, -1, 2, 4, 6, 8];
const IMA_STEPS = [
	7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
	80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
	544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
	2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10_442,
	11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385, 24_623, 27_086, 29_794, 32_767,
];
/** How each code of Microsoft's ADPCM changes the size of the steps, in 256ths. */
const MS_CHANGES = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
const MS_STEPS = { least: 16, most: 0x20_0000 };

const clamped = (sample: number) => Math.max(-32_768, Math.min(32_767, sample));

/** A block of IMA ADPCM as WAVs have it: each channel's first sample, then eight codes of each in turns. */
export function imaSamples(block: DataView, channels: number): Int16Array {
	const groups = Math.max(0, Math.floor((block.byteLength / channels - 4) / 4));
	const samples = new Int16Array((1 + groups * 8) * channels);
	for (let channel = 0; channel < channels && groups > 0; channel++) {
		let sample = block.getInt16(channel * 4, true);
		let place = Math.min(IMA_STEPS.length - 1, block.getUint8(channel * 4 + 2));
		samples[channel] = sample;
		for (let n = 0; n < groups * 8; n++) {
			const at = 4 * (channels + Math.floor(n / 8) * channels + channel) + ((n % 8) >> 1);
			const code = (block.getUint8(at) >> (n % 2 ? 4 : 0)) & 15;
			const step = IMA_STEPS[place] ?? 0;
			let change = step >> 3;
			if (code & 4) change += step;
			if (code & 2) change += step >> 1;
			if (code & 1) change += step >> 2;
			sample = clamped(code & 8 ? sample - change : sample + change);
			place = Math.max(0, Math.min(IMA_STEPS.length - 1, place + (IMA_MOVES[code & 7] ?? 0)));
			samples[(n + 1) * channels + channel] = sample;
		}
	}
	return samples;
}

/** The two factors of Microsoft's ADPCM that a block chooses, in 256ths of the last samples. */
export type MsFactors = readonly (readonly [last: number, before: number])[];

/** A block of Microsoft's ADPCM: of each channel its factors, step and two samples; then codes in turns. */
export function msSamples(block: DataView, channels: number, factors: MsFactors): Int16Array {
	const head = 7 * channels;
	if (block.byteLength < head) return new Int16Array(0);
	const codes = (block.byteLength - head) * 2;
	const samples = new Int16Array(2 * channels + codes - (codes % channels));
	const states = Array.from({ length: channels }, (_, channel) => {
		const word = (n: number) => block.getInt16(channels + (n * channels + channel) * 2, true);
		const [last, before] = factors[block.getUint8(channel)] ?? [0, 0];
		samples[channel] = word(2);
		samples[channels + channel] = word(1);
		return { last, before, step: word(0) };
	});
	for (let at = 2 * channels; at < samples.length; at++) {
		const n = at - 2 * channels;
		const state = states[n % channels];
		if (!state) break;
		const code = (block.getUint8(head + (n >> 1)) >> (n % 2 ? 0 : 4)) & 15;
		const foreseen =
			((samples[at - channels] ?? 0) * state.last +
				(samples[at - 2 * channels] ?? 0) * state.before) >>
			8;
		samples[at] = clamped(foreseen + (code < 8 ? code : code - 16) * state.step);
		const step = (state.step * (MS_CHANGES[code] ?? 0)) >> 8;
		state.step = Math.max(MS_STEPS.least, Math.min(MS_STEPS.most, step));
	}
	return samples;
}
