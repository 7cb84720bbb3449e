export default function PaymentSetupRoute() {
	return <h1>PaymentSetup</h1>;
}
