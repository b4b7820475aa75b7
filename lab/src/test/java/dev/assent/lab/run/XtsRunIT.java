package dev.assent.lab.run;

/** Our transactions over SOAP, and those of Narayana XTS. */
class XtsRunIT extends PeerRunContract {
    XtsRunIT() {
        super("soap", "narayana-xts");
    }
}
