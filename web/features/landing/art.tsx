/** Illustrations for the example share page: small vector graphics of our own. */
type Props = { label: string };

export function Aurora({ label }: Props) {
	return (
		<svg role="img" aria-label={label} viewBox="0 0 480 300" preserveAspectRatio="xMidYMid slice">
			<defs>
				<linearGradient id="aurora-sky" x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" stopColor="#071226" />
					<stop offset="1" stopColor="#173b4f" />
				</linearGradient>
				<linearGradient id="aurora-band" x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" stopColor="#7df3c1" stopOpacity="0" />
					<stop offset=".6" stopColor="#54e0a4" stopOpacity=".75" />
					<stop offset="1" stopColor="#2aa77d" stopOpacity="0" />
				</linearGradient>
			</defs>
			<rect width="480" height="300" fill="url(#aurora-sky)" />
			<g fill="#dff5ff">
				<circle cx="40" cy="38" r="1.2" />
				<circle cx="118" cy="22" r="1.6" />
				<circle cx="205" cy="52" r="1" />
				<circle cx="300" cy="24" r="1.4" />
				<circle cx="392" cy="46" r="1.2" />
				<circle cx="446" cy="18" r="1.6" />
				<circle cx="352" cy="78" r="1" />
				<circle cx="70" cy="92" r="1" />
			</g>
			<path
				d="M-10 150C60 60 120 40 190 96s150 30 210-26 90-40 100-30v90c-60-8-110 34-170 52s-130-12-190-4-110 30-150 42z"
				fill="url(#aurora-band)"
			/>
			<path
				d="M-10 190C70 130 140 96 220 140s160 10 270-60v70c-80 24-150 70-240 66s-170-4-260 30z"
				fill="url(#aurora-band)"
				opacity=".7"
			/>
			<path d="M0 250l58-44 34 26 62-66 46 48 40-30 66 58 52-70 60 62 62-30v96H0z" fill="#0a1a24" />
			<path d="M0 276l90-34 80 22 110-30 90 30 110-24v60H0z" fill="#050d14" />
			<path d="M154 166l14 18-10 6-16-8zM358 172l16 20-12 4-18-10z" fill="#9fc8d4" opacity=".55" />
		</svg>
	);
}

export function Fjord({ label }: Props) {
	return (
		<svg role="img" aria-label={label} viewBox="0 0 240 300" preserveAspectRatio="xMidYMid slice">
			<defs>
				<linearGradient id="fjord-sky" x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" stopColor="#f7c9a4" />
					<stop offset="1" stopColor="#fdeee0" />
				</linearGradient>
				<linearGradient id="fjord-water" x1="0" y1="0" x2="0" y2="1">
					<stop offset="0" stopColor="#f2cdb0" />
					<stop offset="1" stopColor="#41748c" />
				</linearGradient>
			</defs>
			<rect width="240" height="170" fill="url(#fjord-sky)" />
			<rect y="168" width="240" height="132" fill="url(#fjord-water)" />
			<circle cx="128" cy="118" r="22" fill="#fff4df" />
			<path d="M60 170l66-52 40 34 30-16 44 34z" fill="#a9b9c4" />
			<path d="M-10 170L44 52l36 52 22 66z" fill="#4a6a7d" />
			<path d="M44 52l20 30-12 6-10-12-12 8z" fill="#f4f7f8" />
			<path d="M252 170L204 38l-40 60-26 72z" fill="#35566b" />
			<path d="M204 38l14 40-12-6-8 12-16-14z" fill="#f4f7f8" />
			<path
				d="M-10 170h112l-30 60-40 40-42 20zM138 170h114v120l-60-40-30-40z"
				fill="#2f5063"
				opacity=".55"
			/>
			<path
				d="M112 214h44M92 232h84M120 250h34"
				stroke="#fff4df"
				strokeWidth="2.5"
				strokeLinecap="round"
				opacity=".6"
			/>
		</svg>
	);
}

export function Cabin({ label }: Props) {
	return (
		<svg role="img" aria-label={label} viewBox="0 0 240 180" preserveAspectRatio="xMidYMid slice">
			<rect width="240" height="180" fill="#27405e" />
			<path d="M0 96l50-38 44 30 52-52 60 54 34-18v108H0z" fill="#3d5d80" />
			<path d="M0 122c50-16 110-12 150-4s70 2 90-6v68H0z" fill="#e8eef4" />
			<path d="M0 148c60-10 120 6 240-8v40H0z" fill="#cfdbe7" />
			<g fill="#1c3a3a">
				<path d="M34 132l14-46 14 46zM56 128l10-36 10 36zM188 128l12-42 12 42z" />
			</g>
			<rect x="104" y="96" width="58" height="36" fill="#b23a2e" />
			<path d="M96 98l37-30 37 30z" fill="#f5f8fb" />
			<path d="M104 98l29-24 29 24z" fill="#7e2720" />
			<rect x="114" y="106" width="14" height="14" fill="#ffd98a" />
			<rect x="140" y="106" width="12" height="26" fill="#5d1f19" />
			<path d="M121 106v14M114 113h14" stroke="#b23a2e" strokeWidth="1.5" />
			<path d="M112 136h24l20 30h-62z" fill="#ffd98a" opacity=".22" />
		</svg>
	);
}

export function Ridge({ label }: Props) {
	return (
		<svg role="img" aria-label={label} viewBox="0 0 240 180" preserveAspectRatio="xMidYMid slice">
			<rect width="240" height="180" fill="#f5b878" />
			<circle cx="150" cy="78" r="26" fill="#fff0cf" />
			<path d="M0 100c40-24 70-26 110-8s80 2 130-24v112H0z" fill="#de8a5f" />
			<path d="M0 122c50-30 90-6 130-4s70-26 110-20v82H0z" fill="#b0604f" />
			<path d="M0 146c40-26 80-18 120-4s80-20 120-8v46H0z" fill="#74404a" />
			<path d="M0 164c60-20 140 2 240-14v30H0z" fill="#3f2636" />
		</svg>
	);
}
