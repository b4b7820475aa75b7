package dev.assent.lab.run;

/** Our transactions over IIOP, and those of Narayana JTS. */
class JtsRunIT extends PeerRunContract {
    JtsRunIT() {
        super("iiop", "narayana-jts");
    }
}
