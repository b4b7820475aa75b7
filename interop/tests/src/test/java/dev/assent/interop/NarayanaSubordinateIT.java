package dev.assent.interop;

/** Assent superior, Narayana subordinate. */
class NarayanaSubordinateIT extends NestingContract {
    private Narayana narayana;

    @Override
    void open() {
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.start();
        subordinate = narayana.member();
        superior = new AssentMember("assent", folder.resolve("assent"), Narayana.CONTEXT_ID);
    }

    @Override
    void close() {
        super.close();
        narayana.close();
    }
}
