export default function TermsRoute() {
	return <h1>Terms</h1>;
}
