export default function PrivacyRoute() {
	return <h1>Privacy</h1>;
}
